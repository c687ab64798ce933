import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Nullable, Version } from '../../src/kernel/schema.ts'

/** The six checks, in the order of the specification. */
export const ValidatorKind = vocabulary('validators.kind', {
  noMovement: { code: 0 },
  incident: { code: 1 },
  noResponse: { code: 2 },
  missingInvoice: { code: 3 },
  badSync: { code: 4 },
  wrongAddress: { code: 5 }
})

/** What a check is about. */
export const ValidatorSubject = vocabulary('validators.subject', {
  container: { code: 0 },
  order: { code: 1 },
  receptionPlace: { code: 2 }
})

/** Open until a person approves it, or a run does not find it any more. */
export const FindingState = vocabulary('validators.state', {
  open: { code: 0, tone: 'warning' },
  approved: { code: 1, tone: 'success' },
  resolved: { code: 2, tone: 'neutral' }
})

const Text = Nullable(Type.String())

/** The specification's columns of a finding; those that its subject does not have are left out. */
const DetailedColumns = Type.Object({
  SerNo: Type.Optional(Text),
  ContainerName: Type.Optional(Text),
  Address: Type.Optional(Text),
  CompanyName: Type.Optional(Text),
  Number: Type.Optional(Text)
})

/** A finding. `serNo` to `number` are the detailed columns once more, each a field that the list sorts by. */
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
  /** When it was last run to its end, and how many of its findings are open. */
  checkedDate: Nullable(Instant),
  open: Type.Integer({ minimum: 0 })
})

const Count = Nullable(Type.Integer({ minimum: 0 }))

/** One check of a run. */
const RunStep = Type.Object({
  type: EnumOf(ValidatorKind),
  startedDate: Nullable(Instant),
  finishedDate: Nullable(Instant),
  /** Findings that are new, that have other evidence than before, and that were not found any more. */
  added: Count,
  refreshed: Count,
  resolved: Count,
  failed: Type.Boolean()
})

/** A run of some checks, by a person or by night. */
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
