import { describe, expect, it } from 'vitest'
import { isPlain, voiceOf } from '../../src/voice.ts'

describe('lines are plain', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ LOG_FORMAT: 'auto' }, true, true],
    [{ LOG_FORMAT: 'json' }, true, false],
    [{ LOG_FORMAT: 'plain' }, false, true],
    [{ NODE_ENV: 'production' }, true, false],
    [{ NODE_ENV: 'production', LOG_FORMAT: 'plain' }, true, false]
  ])('with %j, on a terminal: %s → %s', (env, isTTY, plain) => {
    expect(isPlain(env, { isTTY, write: () => undefined })).toBe(plain)
  })
})

describe('what the process says', () => {
  const spoken = (plain: boolean) => {
    const said: [string, string][] = []
    const stream = (name: string) => ({ write: (text: string) => void said.push([name, text]) })
    const { say, note, complain, warn } = voiceOf(plain, { out: stream('out'), err: stream('err') })
    say('\nStopping…', { reason: 'SIGTERM' })
    say('')
    note('Opony starts', { version: '1' })
    complain('two\nlines')
    warn('old')
    return said
  }

  it('to people is the text as it stands', () => {
    expect(spoken(true)).toEqual([
      ['out', '\nStopping…\n'],
      ['out', '\n'],
      ['err', 'two\nlines\n']
    ])
  })

  it('to machines is one object a line, with its facts', () => {
    const lines = spoken(false)
    expect(lines.every(([, text]) => text.indexOf('\n') === text.length - 1)).toBe(true)
    expect(lines.map(([name, text]) => [name, JSON.parse(text)])).toMatchObject([
      ['out', { level: 30, msg: 'Stopping…', reason: 'SIGTERM', pid: process.pid }],
      ['out', { level: 30, msg: 'Opony starts', version: '1' }],
      ['err', { level: 60, msg: 'two\nlines' }],
      ['err', { level: 40, msg: 'old' }]
    ])
  })
})
