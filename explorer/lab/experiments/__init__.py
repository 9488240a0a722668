"""The experiments, one file each: EXPERIMENT says what varies, what is measured and which figure or table it is."""
