import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Kilograms, Nullable, Version } from '../../../src/kernel/schema.ts'

/** What a factor is multiplied by. */
export const FactorBasis = vocabulary(
  'evidence.basis',
  {
    /** Of transport: tonnes times kilometres. */
    tonneKilometre: { code: 0 },
    kilometre: { code: 1 },
    /** Of recovery by a process, which avoids emissions. */
    tonne: { code: 2 }
  },
  { onlyFor: ['ADMIN'] }
)

export const EmissionKind = vocabulary(
  'evidence.emissionKind',
  { transport: { code: 0 }, avoided: { code: 1, tone: 'success' } },
  { onlyFor: ['ADMIN'] }
)

/** Why rows of a statement were not counted. */
export const NotCounted = vocabulary(
  'evidence.notCounted',
  {
    /** None was valid on their day. */
    noFactor: { code: 0, tone: 'warning' },
    /** Their order is in no route, or nobody knows where its place or its store is. */
    noKilometres: { code: 1, tone: 'warning' },
    /** No card says how they are recovered. */
    noProcess: { code: 2, tone: 'warning' }
  },
  { onlyFor: ['ADMIN'] }
)

export const Process = Type.String({ pattern: '^[RD]\\d{1,2}$', maxLength: 3 })
export const FactorValue = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, decimals: 6 })

export const FactorRow = Type.Object({
  id: Id,
  version: Version,
  name: Type.String(),
  basis: EnumOf(FactorBasis),
  process: Nullable(Type.String({ description: 'of recovery: R3; null: a factor of transport' })),
  value: Type.Number({ decimals: 6, description: 'kilograms of CO2 equivalent' }),
  source: Type.String(),
  year: Type.Integer(),
  firstDay: Day,
  lastDay: Nullable(Type.String({ ...Day, description: 'null: until further notice' }))
})

/** The emissions of a statement by one factor, or rows that were not counted. */
export const EmissionSum = Type.Object({
  kind: EnumOf(EmissionKind),
  name: Nullable(Type.String({ description: 'of the factor, as it was when the statement was issued' })),
  basis: Nullable(EnumOf(FactorBasis)),
  process: Nullable(Type.String()),
  value: Nullable(Type.Number({ decimals: 6, description: 'kilograms of CO2 equivalent' })),
  source: Nullable(Type.String()),
  year: Nullable(Type.Integer()),
  rows: Type.Integer({ minimum: 1, description: 'of the statement' }),
  kilograms: Kilograms,
  quantity: Nullable(Type.Number({ decimals: 3, description: 'tonne-kilometres, kilometres or tonnes, by the basis' })),
  emissions: Nullable(Type.Number({ decimals: 3, description: 'kilograms of CO2 equivalent; null: not counted' })),
  reason: Nullable(EnumOf(NotCounted))
})
