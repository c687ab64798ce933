import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { EnumOf, Id, Instant, Nullable, Version } from '../../src/kernel/schema.ts'

export const ImportState = vocabulary(
  'imports.state',
  {
    checking: { code: 0, tone: 'info' },
    checked: { code: 1, tone: 'warning' },
    failed: { code: 2, tone: 'danger' },
    applying: { code: 3, tone: 'info' },
    applied: { code: 4, tone: 'success' },
    undoing: { code: 5, tone: 'info' },
    undone: { code: 6 }
  },
  { onlyFor: ['ADMIN'] }
)

/** In the order in which they are best imported. */
export const kindNames = ['clients', 'places', 'contacts', 'prices', 'containers', 'orders'] as const
export type KindName = (typeof kindNames)[number]

export const Kind = Type.Unsafe<KindName>({
  type: 'string',
  enum: [...kindNames],
  words: Object.fromEntries(kindNames.map(name => [name, `imports.kind.${name}`]))
})

export const Column = Type.Object({
  header: Type.String({ maxLength: 10_000 }),
  field: Type.Optional(Nullable(Type.String({ maxLength: 60 })))
})

const Count = Type.Integer({ minimum: 0 })

export const ImportRow = Type.Object({
  id: Id,
  version: Version,
  kind: Kind,
  fileName: Nullable(Type.String({ description: 'null: the file is not kept any more' })),
  state: Type.String({ description: 'checking, checked, failed, applying, applied, undoing or undone' }),
  stateCode: EnumOf(ImportState),
  rows: Count,
  good: Count,
  bad: Count,
  skipped: Count,
  hasGood: Type.Boolean(),
  hasFaults: Type.Boolean(),
  hasFile: Type.Boolean(),
  /** Rows that were gone through, while that goes on. */
  done: Nullable(Count),
  counts: Type.Object({ rows: Count, good: Count, bad: Count, skipped: Count }),
  columns: Type.Array(Column),
  columnsRead: Type.Integer({ minimum: 0 }),
  dryRun: Type.Boolean(),
  failure: Nullable(Type.String({ description: 'the key of the sentence' })),
  failureText: Nullable(Type.String({ description: 'the sentence, in the caller’s language; of one import alone' })),
  author: Nullable(Type.String()),
  createdAt: Instant,
  checkedAt: Nullable(Instant),
  appliedAt: Nullable(Instant),
  undoneAt: Nullable(Instant)
})

/** An error of a row, or why it is left out. */
export const Fault = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  field: Type.String({ description: 'the name of the field; empty: the whole row' }),
  column: Type.String({ description: 'in the caller’s language' }),
  error: Type.String({ description: 'in the caller’s language', maxLength: 10_000 }),
  isSkipped: Type.Boolean()
})
