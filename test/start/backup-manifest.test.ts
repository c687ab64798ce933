/** The manifest of a backup, and what its programs are told, without running any. */
import { expect, it } from 'vitest'
import { differentCounts, readManifest } from '../../src/cli/backup/manifest.ts'
import { connectionOf } from '../../src/cli/backup/programs.ts'

it('a manifest that is none is refused, and counts are compared both ways', () => {
  expect(() => readManifest('{')).toThrow('no JSON')
  expect(() => readManifest('{"format":1}')).toThrow('not one that this version understands')
  expect(differentCounts({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual([
    'a has no rows, and had 1.',
    'b has 3 rows, and had 2.',
    'c has 4 rows, and had none.'
  ])
})

it('programs are told whom to call by their environment alone', () => {
  expect(
    connectionOf('postgres://o%40a:p%2Fw@db.example.com:5433/opony?sslmode=verify-full&sslrootcert=/ca.pem')
  ).toEqual({
    PGHOST: 'db.example.com',
    PGPORT: '5433',
    PGUSER: 'o@a',
    PGPASSWORD: 'p/w',
    PGDATABASE: 'opony',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/ca.pem',
    PGAPPNAME: 'opony-backup'
  })
})
