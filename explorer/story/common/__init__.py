"""What several families of methods say alike."""
