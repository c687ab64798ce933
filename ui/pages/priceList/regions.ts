/**
 * A picture of Poland by the first digit of postal codes. Each line is a row of hexagons. A hexagon has the digit of the town nearest
 * to it, and a dot is outside the country. Every second row is shifted by half a hexagon. The picture only shows roughly where the
 * regions are. The postal code of an address decides to which region it belongs.
 */
const rows = [
  '.......788..............',
  '......77888..8..........',
  '....777778888811111111..',
  '..777777788888111111111.',
  '.777777888881111111111..',
  '.7777777888881111111111.',
  '.7777768888881101011111.',
  '.77777668888881000011111',
  '76666668888800000011111.',
  '.6666666668880000001111.',
  '.666666666680090000001..',
  '..66666666669999000002..',
  '.6666666666999990002222.',
  '..666666666999990200222.',
  '.666656666999992220222..',
  '...55555559999222222222.',
  '..555555549999222222222.',
  '...555554444492222222222',
  '....55544444442223322222',
  '......5.4444432223332222',
  '........44443333333333..',
  '..........443333333333..',
  '...........4333333333...',
  '............433333333...',
  '.............3.....3....'
]

/** Larger towns of each region, by its digit. Their names are the same in every language. */
export const townsOf: Readonly<Record<string, string>> = {
  0: 'Warszawa',
  1: 'Białystok, Olsztyn',
  2: 'Lublin, Kielce',
  3: 'Kraków, Rzeszów',
  4: 'Katowice, Opole',
  5: 'Wrocław',
  6: 'Poznań, Zielona Góra',
  7: 'Szczecin, Koszalin',
  8: 'Gdańsk, Bydgoszcz',
  9: 'Łódź'
}

export const digits = Object.keys(townsOf)

const [width, height] = [10, 10 * (Math.sqrt(3) / 2)]
const radius = width / Math.sqrt(3)

export const viewBox = `0 0 ${(rows[0]?.length ?? 0) * width + width / 2} ${rows.length * height + radius}`

const cells = rows.flatMap((row, y) =>
  [...row].flatMap((digit, x) =>
    digit === '.' ? [] : { digit, x: (x + 0.5 + (y % 2) / 2) * width, y: y * height + radius }
  )
)

/** The corners of a hexagon around the origin, with one corner at the top. */
const hexagon = [0, 1, 2, 3, 4, 5]
  .map(corner => (corner * Math.PI) / 3)
  .map(angle => [Math.sin(angle) * radius * 0.94, -Math.cos(angle) * radius * 0.94] as const)

interface Region {
  readonly digit: string
  /** The data of an SVG path. */
  readonly path: string
  /** Where the digit is written. */
  readonly x: number
  readonly y: number
}

const rounded = (value: number): number => Math.round(value * 10) / 10
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export const regions: readonly Region[] = digits.map(digit => {
  const regionCells = cells.filter(cell => cell.digit === digit)
  const path = regionCells
    .map(({ x, y }) => `M${hexagon.map(([dx, dy]) => `${rounded(x + dx)} ${rounded(y + dy)}`).join('L')}Z`)
    .join('')
  return { digit, path, x: mean(regionCells.map(({ x }) => x)), y: mean(regionCells.map(({ y }) => y)) }
})
