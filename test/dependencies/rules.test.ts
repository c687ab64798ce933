import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { cruise } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const examples = join(import.meta.dirname, 'examples')
const cruiser = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
const parts = ['src', 'modules', 'ui', 'config', 'migrations', 'seeds']

async function violations(baseDir: string) {
  const there = readdirSync(baseDir).filter(name => parts.includes(name))
  const { output } = await cruise(there, {
    ...cruiser.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: cruiser.forbidden } as IFlattenedRuleSet
  })
  const { modules, summary } = output as ICruiseResult
  return { read: modules.length, found: summary.violations.map(v => `${v.rule.name}: ${v.from} → ${v.to}`) }
}

const ruleOf = (example: string) => example.split('.')[0]

describe('the dependency rules', () => {
  it('hold in the whole tree', async () => {
    const { read, found } = await violations(root)
    expect(read).toBeGreaterThan(0)
    expect(found).toEqual([])
  })

  for (const example of readdirSync(examples))
    it(`refuse the example ${example}, by that rule alone`, async () => {
      const { found } = await violations(join(examples, example))
      expect([...new Set(found.map(line => line.split(':')[0]))]).toEqual([ruleOf(example)])
    })

  it('have an example each', () => {
    const names = cruiser.forbidden.map((rule: { name: string }) => rule.name)
    expect([...new Set(readdirSync(examples).map(ruleOf))].sort()).toEqual([...new Set<string>(names)].sort())
  })
})
