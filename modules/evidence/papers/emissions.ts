/**
 * What the papers say of a statement's emissions: those of transport and those that recovery avoids, each by factor with its sum, and what was not
 * counted. No sum is made of both.
 */
import { memberOf } from '../../../src/contract/vocabulary.ts'
import { EmissionKind, FactorBasis, NotCounted } from '../emissions/schema.ts'
import type { KeptEmission } from '../emissions/store.ts'
import type { Paper } from './paper.ts'

const units: Readonly<Record<number, string>> = {
  [FactorBasis.tonneKilometre]: 'tkm',
  [FactorBasis.kilometre]: 'km',
  [FactorBasis.tonne]: 't'
}

interface CountedLine {
  /** The factor with its value, source and year. */
  readonly factor: string
  readonly quantity: string
  readonly mass: number
  /** Kilograms of CO2 equivalent. */
  readonly emissions: number
}

export interface EmissionPart {
  readonly title: string
  readonly counted: readonly CountedLine[]
  /** Of what was counted, in kilograms of CO2 equivalent. */
  readonly sum: number
  readonly notCounted: readonly string[]
}

type Words = Pick<Paper, 'say' | 'number' | 'kilograms'>

function counted(
  { name, process, basis, value, source, year, quantity, kilograms, emissions }: KeptEmission,
  words: Words
) {
  const unit = units[basis ?? -1] ?? ''
  const titled = [process, name].filter(Boolean).join(' ')
  const factor = words.say('emissions.factor', { name: titled, value: words.number(value ?? 0), unit, source, year })
  return { factor, quantity: `${words.number(quantity ?? 0)} ${unit}`, mass: kilograms, emissions: emissions ?? 0 }
}

/** The parts that the statement has; none where it was issued without factors. */
export const emissionParts = ({ emissions, ...words }: Pick<Paper, 'emissions'> & Words): EmissionPart[] =>
  (['transport', 'avoided'] as const).flatMap(kind => {
    const own = emissions.filter(one => one.kind === EmissionKind[kind])
    if (own.length === 0) return []
    const lines = own.filter(({ reason }) => reason === null).map(one => counted(one, words))
    return {
      title: words.say(`emissions.${kind}`),
      counted: lines,
      // in grams, so that the sum is that of what stands above it
      sum: lines.reduce((sum, line) => sum + Math.round(line.emissions * 1000), 0) / 1000,
      notCounted: own.flatMap(({ reason, rows, kilograms }) =>
        reason === null
          ? []
          : words.say(`emissions.${memberOf(NotCounted, reason)}`, { rows, mass: words.kilograms(kilograms) })
      )
    }
  })
