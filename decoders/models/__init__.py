"""Language models. Only modules in this folder import torch and transformers."""
