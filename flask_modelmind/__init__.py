"""A Flask extension that answers questions about an application's own data."""

from .declarations import AccessOptions as AccessOptions
from .errors import ConfigError as ConfigError
from .errors import ModelMindError as ModelMindError
from .errors import ProviderError as ProviderError
from .errors import QuestionError as QuestionError
from .errors import RegistrationError as RegistrationError
from .errors import StorageError as StorageError
from .extension import ModelMind as ModelMind
from .sources import ModelMindMixin as ModelMindMixin
from .values import Answer as Answer
from .values import Citation as Citation
from .values import Claim as Claim
from .values import Viewer as Viewer

__all__ = [
    "AccessOptions",
    "Answer",
    "Citation",
    "Claim",
    "ConfigError",
    "ModelMind",
    "ModelMindError",
    "ModelMindMixin",
    "ProviderError",
    "QuestionError",
    "RegistrationError",
    "StorageError",
    "Viewer",
]
