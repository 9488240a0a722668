"""The arithmetic of `{calc …}`: numbers, `[expressions]`, + − × / ^, min, max, and the speed-up functions."""

import ast
import operator
import re
from collections.abc import Callable

from explorer.lessons.moment import NoValue
from explorer.speedup import best_gamma, check_cost, expected_speedup, expected_tokens

LOOKED_UP = re.compile(r"\[([^\[\]]*)\]")
FUNCTIONS: dict[str, Callable[..., float]] = {
    "tokens": expected_tokens,
    "check": check_cost,
    "speedup": expected_speedup,
    "best": best_gamma,
    "min": min,
    "max": max,
}
_SIGNS = str.maketrans({"×": "*", "·": "*", "−": "-", "÷": "/"})
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_MOST_POWER = 100


def calculate(text: str, look_up: Callable[[str], float]) -> float:
    """Compute the value of a calculation. `look_up` returns the number of an expression. Raises NoValue if the
    calculation has no value.

    >>> calculate("1 − 2 × [p]^2", lambda name: 0.5)
    0.5
    """
    values = list[float]()

    def numbered(match: re.Match[str]) -> str:
        values.append(look_up(match[1]))
        return f" x{len(values) - 1} "

    source = LOOKED_UP.sub(numbered, text).translate(_SIGNS).replace("^", "**").strip()
    try:
        return _value(ast.parse(source, mode="eval").body, values)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise NoValue(
            f"{text!r} is not a calculation with only numbers, [expressions], operators, {', '.join(FUNCTIONS)}"
        ) from None
    except (ZeroDivisionError, OverflowError):
        raise NoValue(f"{text!r} divides by zero or is too large") from None


def _value(node: ast.expr, values: list[float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if re.fullmatch(r"x\d+", name):
            return values[int(name[1:])]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, values)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            first, second = _value(left, values), _value(right, values)
            if isinstance(op, ast.Pow) and abs(second) > _MOST_POWER:
                raise OverflowError
            result = _OPERATORS[type(op)](first, second)
            if isinstance(result, complex):
                raise TypeError("a root of a negative number")
            return result
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_value(each, values) for each in arguments))
        case _:
            raise ValueError(f"{type(node).__name__} is not arithmetic")
