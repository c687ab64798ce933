import { describe, expect, it } from 'vitest'
import { towns, voivodships } from '../../seeds/demo/towns.ts'

/** Kilometres between two towns, near enough at this size. */
function apart(a: (typeof towns)[number], b: (typeof towns)[number]): number {
  const north = (a.latitude - b.latitude) * 111.2
  const east = (a.longitude - b.longitude) * 111.2 * Math.cos(((a.latitude + b.latitude) * Math.PI) / 360)
  return Math.hypot(north, east)
}

describe('the towns of the demo', () => {
  it('are about 190, each once, in all 16 voivodships', () => {
    expect(towns.length).toBeGreaterThan(150)
    expect(new Set(towns.map(town => town.name)).size).toBe(towns.length)
    expect(new Set(towns.map(town => town.postalCode)).size).toBe(towns.length)
    expect(new Set(towns.map(town => town.voivodship)).size).toBe(16)
    expect(Object.keys(voivodships)).toHaveLength(16)
  })

  it.each(towns.map(town => [town.name, town] as const))(
    '%s lies in Poland, with a postal code of its region',
    (_, town) => {
      expect(town.latitude).toBeGreaterThan(49.0)
      expect(town.latitude).toBeLessThan(54.84)
      expect(town.longitude).toBeGreaterThan(14.12)
      expect(town.longitude).toBeLessThan(24.15)
      expect(town.postalCode).toMatch(/^\d\d-\d\d\d$/)
      expect(voivodships[town.voivodship].postal).toContain(town.postalCode.charAt(0))
      expect(town.plate).toMatch(/^[A-Z]{2,3}$/)
      expect(town.thousands).toBeGreaterThan(0)
    }
  )

  it('with the same two first digits of their postal codes lie near each other', () => {
    const far = towns.flatMap(a =>
      towns
        .filter(b => a.name < b.name && a.postalCode.slice(0, 2) === b.postalCode.slice(0, 2) && apart(a, b) > 160)
        .map(b => `${a.name} and ${b.name}: ${Math.round(apart(a, b))} km`)
    )
    expect(far).toEqual([])
  })

  it('lie as far from each other as on the map', () => {
    const town = (name: string) => towns.find(each => each.name === name) as (typeof towns)[number]
    expect(apart(town('Chełm'), town('Lublin'))).toBeCloseTo(64.5, -1)
    expect(apart(town('Warszawa'), town('Kraków'))).toBeCloseTo(252, -1)
    expect(apart(town('Szczecin'), town('Rzeszów'))).toBeCloseTo(637, -1)
  })
})
