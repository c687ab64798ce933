import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Nullable, Version } from '../../src/kernel/schema.ts'

/** The six checks of the specification, in its order, and those of transfer cards. */
export const ValidatorKind = vocabulary(
  'validators.kind',
  {
    noMovement: { code: 0 },
    incident: { code: 1 },
    noResponse: { code: 2 },
    missingInvoice: { code: 3 },
    badSync: { code: 4 },
    wrongAddress: { code: 5 },
    missingCard: { code: 6 },
    otherMass: { code: 7 },
    unconfirmedCard: { code: 8 },
    missingEntry: { code: 9 }
  },
  { onlyFor: ['ADMIN'] }
)

/** The kind of thing that a check finds. */
export const ValidatorSubject = vocabulary(
  'validators.subject',
  {
    container: { code: 0 },
    order: { code: 1 },
    receptionPlace: { code: 2 }
  },
  { onlyFor: ['ADMIN'] }
)

/** A finding is open until a person approves it, or until a run does not find it any more, which resolves it. */
export const FindingState = vocabulary(
  'validators.state',
  {
    open: { code: 0, tone: 'warning' },
    approved: { code: 1, tone: 'success' },
    resolved: { code: 2, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN'] }
)

const Text = Nullable(Type.String())

/** The columns of a finding, by the specification. Columns that its subject does not have are omitted. */
const DetailedColumns = Type.Object({
  SerNo: Type.Optional(Text),
  ContainerName: Type.Optional(Text),
  Address: Type.Optional(Text),
  CompanyName: Type.Optional(Text),
  Number: Type.Optional(Text)
})

/** A finding. `serNo` to `number` repeat the detailed columns as fields, so that the list can sort by them. */
export const Finding = Type.Object({
  id: Id,
  version: Version,
  type: EnumOf(ValidatorKind),
  validatorType: EnumOf(ValidatorSubject),
  validatorName: Type.String(),
  message: Type.String(),
  state: EnumOf(FindingState),
  createdDate: Day,
  approvedDate: Nullable(Day),
  comment: Text,
  resolvedDate: Nullable(Day),
  detailedColumns: DetailedColumns,
  serNo: Text,
  containerName: Text,
  address: Text,
  companyName: Text,
  number: Text,
  containerId: Nullable(Id),
  orderId: Nullable(Id),
  receptionPlaceId: Nullable(Id)
})

/** A check as the specification's page shows it. */
export const ValidatorType = Type.Object({
  id: Id,
  type: EnumOf(ValidatorKind),
  validatorType: EnumOf(ValidatorSubject),
  name: Type.String(),
  description: Type.String(),
  /** `name - description` */
  validator: Type.String(),
  /** When the check last ended without a failure. */
  checkedDate: Nullable(Instant),
  /** The number of its open findings. */
  open: Type.Integer({ minimum: 0 })
})

const Count = Nullable(Type.Integer({ minimum: 0 }))

/** One check of a run. */
const RunStep = Type.Object({
  type: EnumOf(ValidatorKind),
  startedDate: Nullable(Instant),
  finishedDate: Nullable(Instant),
  /** The numbers of findings that are new, that have other evidence than before, and that were not found any more. */
  added: Count,
  refreshed: Count,
  resolved: Count,
  failed: Type.Boolean()
})

/** A run of one or more checks, started by a person or at night. */
export const Run = Type.Object({
  id: Id,
  version: Version,
  validatorTypes: Type.Array(EnumOf(ValidatorKind)),
  nightly: Type.Boolean(),
  askedDate: Instant,
  startedDate: Nullable(Instant),
  finishedDate: Nullable(Instant),
  steps: Type.Array(RunStep)
})
