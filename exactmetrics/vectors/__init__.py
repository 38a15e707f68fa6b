"""Reference vectors: inputs with their exact expected values, for implementations in any language."""
