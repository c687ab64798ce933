/** The configurations of the cluster ask for nothing that is not given, and the lead is kept by what compares it. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/check.ts'
import { etcdInterface } from '../../scripts/cluster/programs.ts'
import { filled } from '../../scripts/cluster/templates.ts'

const folder = path.join(root, 'deploy/cluster')

describe('a template of the cluster', () => {
  it.each(readdirSync(folder).filter(name => name.endsWith('.in')))('%s has no secret of its own', name => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    const secrets = [...text.matchAll(/password: *(\S+)/g)].map(([, value]) => value)
    expect(secrets.filter(value => !/^@[A-Z_]+@$/.test(value ?? ''))).toEqual([])
  })

  it('is refused where a value is missing, and where nothing asks for one', () => {
    expect(filled('a @ONE@ and @TWO@', { ONE: 1, TWO: 'b' })).toBe('a 1 and b')
    expect(() => filled('a @ONE@', {})).toThrow('asks for ONE')
    expect(() => filled('a', { ONE: 1 })).toThrow('does not ask for ONE')
  })
})

it.each([
  ['3.0.2', 'etcd'],
  ['2.1.7', 'etcd'],
  ['3.0.3', 'etcd3'],
  ['4.0.4', 'etcd3']
])('Patroni %s keeps the lead by %s, where a primary that thaws cannot take it back', (version, name) =>
  expect(etcdInterface(version)).toBe(name)
)
