"""The frozen values that stages hand to one another.

A turn goes one way: a :class:`Question` of a :class:`Viewer` finds :class:`Evidence`;
what is put into the prompt becomes the :class:`Snapshot` of the turn, and from then on
tokens, citations, actions and checks refer to nothing else. The provider's text becomes
an :class:`Answer`.
"""

from .answers import Answer as Answer
from .answers import AnswerStatus as AnswerStatus
from .answers import Citation as Citation
from .answers import CitationStatus as CitationStatus
from .answers import CitedField as CitedField
from .answers import Claim as Claim
from .answers import Coverage as Coverage
from .answers import Direction as Direction
from .answers import Match as Match
from .answers import Segment as Segment
from .answers import Support as Support
from .answers import Verdict as Verdict
from .events import AnswerReady as AnswerReady
from .events import Delta as Delta
from .events import StageChanged as StageChanged
from .events import TurnEvent as TurnEvent
from .events import TurnFailed as TurnFailed
from .evidence import Evidence as Evidence
from .evidence import EvidenceKind as EvidenceKind
from .evidence import Field as Field
from .evidence import FieldKind as FieldKind
from .evidence import Location as Location
from .evidence import Scalar as Scalar
from .providers import Finished as Finished
from .providers import FinishReason as FinishReason
from .providers import Prompt as Prompt
from .providers import Provider as Provider
from .providers import ProviderEvent as ProviderEvent
from .providers import ProviderReply as ProviderReply
from .providers import ProviderRequest as ProviderRequest
from .providers import TextDelta as TextDelta
from .providers import Usage as Usage
from .questions import Hit as Hit
from .questions import Message as Message
from .questions import PageContext as PageContext
from .questions import Query as Query
from .questions import Question as Question
from .questions import Role as Role
from .questions import Term as Term
from .turns import ActionLink as ActionLink
from .turns import ActionOffer as ActionOffer
from .turns import Omission as Omission
from .turns import Passage as Passage
from .turns import PlacedToken as PlacedToken
from .turns import Snapshot as Snapshot
from .turns import TokenNames as TokenNames
from .viewers import Viewer as Viewer

__all__ = [
    "ActionLink",
    "ActionOffer",
    "Answer",
    "AnswerReady",
    "AnswerStatus",
    "Citation",
    "CitationStatus",
    "CitedField",
    "Claim",
    "Coverage",
    "Delta",
    "Direction",
    "Evidence",
    "EvidenceKind",
    "Field",
    "FieldKind",
    "FinishReason",
    "Finished",
    "Hit",
    "Location",
    "Match",
    "Message",
    "Omission",
    "PageContext",
    "Passage",
    "PlacedToken",
    "Prompt",
    "Provider",
    "ProviderEvent",
    "ProviderReply",
    "ProviderRequest",
    "Query",
    "Question",
    "Role",
    "Scalar",
    "Segment",
    "Snapshot",
    "StageChanged",
    "Support",
    "Term",
    "TextDelta",
    "TokenNames",
    "TurnEvent",
    "TurnFailed",
    "Usage",
    "Verdict",
    "Viewer",
]
