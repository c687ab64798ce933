/** What scales send, by recorded bytes: whole, torn, moving, overloaded, below zero, broken. */
import { describe, expect, it } from 'vitest'
import { line, type Protocol, sics, toledo } from '../../src/cli/scale/protocols.ts'
import { stableMasses } from '../../src/cli/scale/stable.ts'

const framesOf = (protocol: Protocol, ...pieces: (Buffer | string)[]) => {
  const reader = protocol.reader()
  return pieces.flatMap(piece => reader.push(Buffer.from(piece as string, 'latin1')))
}

/** A frame of Mettler-Toledo's continuous output. Status words have bit 5 set, so that they can be printed. */
function frame(
  mass: string,
  {
    a = 2,
    b = 16,
    tare = '000000',
    checksum = false
  }: { a?: number; b?: number; tare?: string; checksum?: boolean } = {}
): Buffer {
  const bytes = [0x02, 0x20 | a, 0x20 | b, 0x20, ...Buffer.from(mass.padStart(6) + tare), 0x0d]
  if (!checksum) return Buffer.from(bytes)
  const sum = bytes.reduce((all, one) => all + one, 0)
  return Buffer.from([...bytes, (128 - (sum % 128)) % 128])
}

describe('Mettler-Toledo continuous', () => {
  it.each<[string, Buffer, object]>([
    ['a mass that stands', frame('12340'), { weight: 12_340, isStable: true }],
    ['tens of kilograms', frame('1234', { a: 1 }), { weight: 12_340, isStable: true }],
    ['tenths of a kilogram', frame('123404', { a: 3 }), { weight: 12_340, isStable: true }],
    ['motion', frame('12340', { b: 16 | 8 }), { weight: 12_340, isStable: false }],
    ['overload', frame('99999', { b: 16 | 4 }), { problem: 'overload' }],
    ['a mass below zero', frame('20', { b: 16 | 2 }), { problem: 'negative' }],
    ['a net mass with its tare', frame('4340', { b: 16 | 1, tare: '008000' }), { weight: 12_340 }],
    ['pounds', frame('12340', { b: 0 }), { problem: 'unit' }]
  ])('reads %s', (_, bytes, expected) => {
    expect(framesOf(toledo(false), bytes)).toMatchObject([expected])
  })

  it('reads frames that come in pieces, and goes on after torn ones', () => {
    const whole = Buffer.concat([frame('12340').subarray(0, 9), frame('12350'), Buffer.from('noise'), frame('12360')])
    for (let size = 1; size <= whole.length; size++) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (__, at) =>
        whole.subarray(at * size, (at + 1) * size)
      )
      expect(framesOf(toledo(false), ...pieces).map(({ weight }) => weight)).toEqual([12_350, 12_360])
    }
  })

  it('with checksums takes no frame whose sum is wrong', () => {
    const broken = frame('12340', { checksum: true })
    broken.write('9', 5)
    const sent = [frame('12330', { checksum: true }), broken, frame('12350', { checksum: true })]
    expect(framesOf(toledo(true), Buffer.concat(sent)).map(({ weight }) => weight)).toEqual([12_330, 12_350])
  })
})

describe('lines', () => {
  it.each<[string, string, object[]]>([
    ['a stable answer', 'S S      12340 kg\r\n', [{ weight: 12_340, isStable: true, raw: 'S S      12340 kg' }]],
    ['a moving one', 'S D   12338.5 kg\r\n', [{ weight: 12_339, isStable: false }]],
    ['tonnes', 'S S  12.34 t\r\n', [{ weight: 12_340 }]],
    ['overload', 'S +\r\n', [{ problem: 'overload' }]],
    ['underload', 'S -\r\n', [{ problem: 'negative' }]],
    ['a scale that cannot answer now', 'S I\r\n', [{ problem: 'busy' }]],
    ['a mass below zero', 'S S  -20 kg\r\n', [{ problem: 'negative' }]],
    ['what is no answer', 'ES\r\nI4 A "123"\r\n', []]
  ])('of MT-SICS: %s', (_, sent, expected) => {
    expect(framesOf(sics, sent)).toMatchObject(expected)
  })

  it('come in pieces, and one that never ends is dropped', () => {
    const sent = `S S 100 kg\r\n${'x'.repeat(5_000)}\r\nS S 200 kg\r\n`
    expect(framesOf(sics, ...sent).map(({ weight }) => weight)).toEqual([100, 200])
  })

  it('are read by a pattern, with a comma, a unit and a mark of rest', () => {
    const protocol = line(/^(?<stable>ST)?(?:US)?,GS,\s*(?<weight>-?[\d ]+,?\d*)\s*(?<unit>kg|t)$/)
    expect(framesOf(protocol, 'ST,GS, 12 340 kg\nUS,GS,12,36 t\nwhatever\n')).toMatchObject([
      { weight: 12_340, isStable: true },
      { weight: 12_360, isStable: false }
    ])
  })
})

describe('of stable frames', () => {
  const options = { equal: 3, least: 200, change: 100 }
  const reported = (masses: readonly (number | string)[]) => {
    const take = stableMasses(options)
    return masses.flatMap(mass => {
      const isStable = typeof mass === 'number'
      return take({ raw: '', isStable, ...(mass === '?' ? {} : { weight: Number(mass) }) }) ?? []
    })
  }

  it.each<[string, (number | string)[], number[]]>([
    ['after so many equal frames, and once', [500, 500, 500, 500, 500], [500]],
    ['not while it moves', ['500', '500', '500', 500, 500], []],
    ['from the beginning again after another mass', [500, 500, 510, 500, 500, 510, 510], []],
    ['again after the scale was empty', [500, 500, 500, 0, 500, 500, 500], [500, 500]],
    ['again for the same vehicle with another load', [500, 500, 500, 350, 350, 350], [500, 350]],
    ['not again for a sway', [500, 500, 500, 520, 520, 520], [500]],
    ['not below what an empty scale may show', [150, 150, 150], []],
    ['from the beginning again after an overload', [500, 500, '?', 500, 500], []]
  ])('a mass counts %s', (_, masses, expected) => {
    expect(reported(masses)).toEqual(expected)
  })
})
