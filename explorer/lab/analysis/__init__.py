"""The results of experiments: numbers per cell with intervals, comparisons with the papers, plots, tables and
reports.
"""
