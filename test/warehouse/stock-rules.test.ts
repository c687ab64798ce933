/** What approving a document does to the stock, type by type, and the life of a document. */
import { describe, expect, it } from 'vitest'
import { actions, correctionCode, effectOf, numberCodes } from '../../modules/warehouse/documents/rules.ts'
import { DocumentType } from '../../modules/warehouse/documents/schema.ts'
import { type Holder, isPossible, type Level, movementsOf, takenBy } from '../../modules/warehouse/stock/rules.ts'
import { codesOf } from '../../src/contract/vocabulary.ts'

const levels: Readonly<Record<Holder, Level>> = {
  store: { amount: 10, reserved: 2 },
  place: { amount: 4, reserved: 0 },
  transit: { amount: 6, reserved: 0 }
}
const { contract, acceptanceReport, handoverProtocol, externalReception, destructionProtocol } = DocumentType
const { recipientReservation, invoice, inventory, transferIn, transferOut } = DocumentType

/** `store -3` is three containers less in the store, `store !3` three more that are reserved. */
const written = (type: number, quantity: number): string[] =>
  movementsOf(effectOf(type), quantity, holder => levels[holder]).map(({ holder, amount, reserved }) =>
    reserved === 0 ? `${holder} ${amount > 0 ? '+' : ''}${amount}` : `${holder} !${reserved}`
  )

describe('approving three containers', () => {
  it.each<[string, number, string[]]>([
    ['a contract', contract, []],
    ['an acceptance report', acceptanceReport, ['place -3', 'store +3']],
    ['a handover protocol', handoverProtocol, ['store -3', 'place +3']],
    ['an external reception', externalReception, ['store +3']],
    ['a destruction protocol', destructionProtocol, ['store -3']],
    ['a recipient reservation', recipientReservation, ['store !3']],
    ['an invoice', invoice, []],
    ['an inventory of ten', inventory, ['store -7']],
    ['MM plus', transferIn, ['transit -3', 'store +3']],
    ['MM minus', transferOut, ['store -3', 'transit +3']]
  ])('by %s', (_what, type, movements) => {
    expect(written(type, 3)).toEqual(movements)
  })

  it('is said of every type', () => {
    expect(codesOf(DocumentType).map(type => effectOf(type).kind)).not.toContain(undefined)
  })
})

describe('what changes nothing', () => {
  it.each(codesOf(DocumentType).filter(type => type !== inventory))('of the type %i is no movement', type => {
    expect(written(type, 0)).toEqual([])
  })

  it('by an inventory is one that counts what is there', () => {
    expect(written(inventory, 10)).toEqual([])
    expect(written(inventory, 0)).toEqual(['store -10'])
  })
})

describe('a level', () => {
  it.each<[Level, boolean]>([
    [{ amount: 0, reserved: 0 }, true],
    [{ amount: 5, reserved: 5 }, true],
    [{ amount: -1, reserved: 0 }, false],
    [{ amount: 5, reserved: 6 }, false],
    [{ amount: 5, reserved: -1 }, false]
  ])('%j can be: %s', (level, isRight) => {
    expect(isPossible(level)).toBe(isRight)
  })

  it('gives up free containers to what leaves and to what is reserved', () => {
    expect(takenBy({ amount: -3, reserved: 0 })).toBe(3)
    expect(takenBy({ amount: 0, reserved: 3 })).toBe(3)
  })
})

describe('the life of a document', () => {
  it('goes from the buffer to approved, and from approved to canceled', () => {
    expect(actions).toEqual({
      approve: { from: 'buffer', to: 'approved' },
      cancel: { from: 'approved', to: 'canceled' },
      remove: { from: 'buffer' }
    })
  })

  it('has a code of its own for each type, and for corrections', () => {
    const all = [...Object.values(numberCodes), correctionCode]
    expect(new Set(all).size).toBe(codesOf(DocumentType).length + 1)
  })
})
