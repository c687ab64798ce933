/**
 * The short form of drills (`npm run test:faults`): the same code with few of everything, and no figure judged that depends on the machine. The
 * controls take one guard out of the product's sources while they are loaded, and must be seen to fail.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { type Drill, isMet, linesOf, runDrill } from '../../faults/drill.ts'
import { drills } from '../../faults/drills.ts'
import { children } from '../../faults/fixtures/children.ts'
import { aDatabase } from '../helper/database.ts'

const given = { isShort: true, scale: 1, database: aDatabase }
/** Processes are started, which takes long beside other tests on a busy machine. */
const manyStartsMs = 300_000
const short = Object.entries(drills).filter(([, { short }]) => short)

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

describe.each(short)('the drill %s', (_name, drill: Drill) => {
  const missing = drill.lacks?.()
  if (missing && process.env.CI === 'true') throw new Error(`Install the Debian package ${missing}`)

  it.skipIf(missing)(
    'keeps its promise, with few of everything',
    async () => {
      const { isGood, figures } = await runDrill(drill, true, given)
      expect(isGood, linesOf(figures, true)).toBe(true)
    },
    manyStartsMs
  )

  it.skipIf(missing || drill.short === 'without control')(
    'is seen to fail without its guard',
    async () => {
      const { isGood, figures } = await runDrill(drill, false, given)
      expect(isGood, linesOf(figures, true)).toBe(true)
    },
    manyStartsMs
  )
})

describe('a drill', () => {
  const about = (figures: Parameters<typeof linesOf>[0], edits: Drill['control']['edits'] = []): Drill => ({
    promise: 'nothing is lost',
    control: { without: 'without a guard', breaks: 'lost', edits },
    run: async () => figures
  })
  const lost = (is: number) => [{ what: 'lost', is, must: '=' as const, limit: 0 }]

  it('is broken by one figure outside of its limit, and its control by the figure in its place', async () => {
    const run = async (drill: Drill, isGuarded: boolean) => (await runDrill(drill, isGuarded, given)).isGood
    expect(await run(about(lost(0)), true)).toBe(true)
    expect(await run(about(lost(1)), true)).toBe(false)
    expect(await run(about(lost(1)), false)).toBe(true)
    expect(await run(about(lost(0)), false)).toBe(false)
    await expect(run(about([]), false)).rejects.toThrow('no figure “lost”')
  })

  it.each([
    ['=', 1, 1, true],
    ['=', 2, 1, false],
    ['<=', 1, 2, true],
    ['<=', Number.NaN, 2, false],
    ['>=', 2, 1, true],
    ['>=', 0, 1, false]
  ] as const)('has a figure %s: %d of %d is %s', (must, is, limit, met) => {
    expect(isMet({ what: 'x', is, must, limit })).toBe(met)
  })

  it('undoes what it started, the last first, also when it fails', async () => {
    const done: string[] = []
    const drill: Drill = {
      ...about([]),
      async run(at) {
        at.after(() => done.push('first'))
        at.after(() => done.push('second'))
        throw new Error('in the middle')
      }
    }
    await expect(runDrill(drill, true, given)).rejects.toThrow('in the middle')
    expect(done).toEqual(['second', 'first'])
  })
})

it('each drill says what it promises, and each control what it lacks', () => {
  for (const { promise, control } of Object.values(drills)) {
    expect(promise.length).toBeGreaterThan(20)
    expect(control.without).toMatch(/^with/)
  }
})
