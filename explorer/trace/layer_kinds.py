"""Layers of a trace as records, whether or not an installed method declares their kind."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic_core import CoreSchema, core_schema

from decoders.catalog import DECODERS
from decoders.core.record import Layer
from decoders.core.values import MOST_LEVEL
from explorer.trace.plain import plain_value

OTHER = ""  # the tag of all kinds that are not declared


@dataclass(frozen=True, kw_only=True)
class OtherLayer(Layer):
    """A layer of a kind that no installed method declares.

    The object holds the name of the kind, and the layer's fields as they are in the file.
    """

    kind: ClassVar[str] = OTHER
    name: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])

    def to_json(self) -> dict[str, Any]:
        """The layer as it is in its file."""
        return self.values


def _other(value: dict[str, Any]) -> OtherLayer:
    layer = value.get("layer")
    if type(layer) is not int or not 0 <= layer <= MOST_LEVEL:
        raise ValueError(f"layer must be an integer from 0 to {MOST_LEVEL}")
    return OtherLayer(layer=layer, name=value["kind"], values=plain_value(value))


def layer_kinds() -> dict[str, type[Layer]]:
    """The dataclass of every kind of layer that a method of the catalogue declares."""
    return {layer.kind: layer for decoder in DECODERS.values() for layer in decoder.layers}


class _ByKind:
    """The schema of a layer, chosen by its `kind`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], CoreSchema]) -> CoreSchema:
        kinds = layer_kinds()
        choices: dict[Any, CoreSchema] = {kind: handler(shape) for kind, shape in kinds.items()}
        choices[OTHER] = core_schema.no_info_plain_validator_function(_other)

        def tag(layer: Any) -> str | None:
            kind = layer.get("kind") if isinstance(layer, dict) else None
            return (kind if kind in kinds else OTHER) if isinstance(kind, str) else None

        return core_schema.tagged_union_schema(choices, discriminator=tag)


AnyLayer = Annotated[Layer, _ByKind()]
