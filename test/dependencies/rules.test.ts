import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { cruise } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const examples = join(import.meta.dirname, 'examples')
const walls = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
const parts = ['src', 'modules', 'ui', 'config', 'migrations', 'seeds']

async function violations(baseDir: string) {
  const there = readdirSync(baseDir).filter(name => parts.includes(name))
  const { output } = await cruise(there, {
    ...walls.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: walls.forbidden } as IFlattenedRuleSet
  })
  const { modules, summary } = output as ICruiseResult
  return { read: modules.length, found: summary.violations.map(v => `${v.rule.name}: ${v.from} → ${v.to}`) }
}

const ruleOf = (example: string) => example.split('.')[0]

describe('the walls', () => {
  it('hold in the whole tree', async () => {
    const { read, found } = await violations(root)
    expect(read).toBeGreaterThan(0)
    expect(found).toEqual([])
  })

  const kept = readdirSync(examples)
  for (const example of kept)
    it(`refuse the kept example ${example}, by that wall alone`, async () => {
      const { found } = await violations(join(examples, example))
      expect([...new Set(found.map(line => line.split(':')[0]))]).toEqual([ruleOf(example)])
    })

  it('have a kept example each', () => {
    const names = walls.forbidden.map((rule: { name: string }) => rule.name)
    expect([...new Set(kept.map(ruleOf))].sort()).toEqual([...new Set<string>(names)].sort())
  })
})
