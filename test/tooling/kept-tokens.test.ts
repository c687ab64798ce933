import { expect, test } from 'vitest'
import { keptTokens, type Token } from '../e2e/fixtures/tokens.ts'

const minute = 60_000

/** A server whose tokens live 15 minutes, a clock, and the calls that reached the server. */
function aServerOfTokens() {
  const calls: string[] = []
  let at = Date.parse('2026-03-02T08:00:00Z')
  const signIn = async (area: 'office' | 'portal', email: string): Promise<Token> => {
    calls.push(`${area} ${email}`)
    return { accessToken: `token ${calls.length}`, expiresAt: new Date(at + 15 * minute).toISOString() }
  }
  const tokens = keptTokens(signIn, () => at)
  return {
    calls,
    tokens,
    pass: (minutes: number): void => {
      at += minutes * minute
    },
    minutesLeft: async (): Promise<number> =>
      (Date.parse((await tokens.of('office', 'admin@example.com')).expiresAt) - at) / minute
  }
}

test('a token that tests share has at least half its life left, however long a run takes', async () => {
  const { minutesLeft, pass, calls } = aServerOfTokens()
  for (let asked = 0; asked < 60; asked++) {
    expect(await minutesLeft()).toBeGreaterThan(7)
    pass(2)
  }
  // two hours of a token that is given out for seven and a half minutes
  expect(calls).toHaveLength(15)
})

test('two who ask at the same time share one sign-in', async () => {
  const { tokens, pass, calls } = aServerOfTokens()
  const both = () => Promise.all([1, 2].map(() => tokens.of('portal', 'client@example.com')))
  const [first, second] = await both()
  expect(first).toBe(second)
  pass(8)
  const [third, fourth] = await both()
  expect(third).toBe(fourth)
  expect(calls).toEqual(['portal client@example.com', 'portal client@example.com'])
})

test('an account whose sessions were ended signs in anew, in each area', async () => {
  const { tokens, calls } = aServerOfTokens()
  await tokens.of('office', 'admin@example.com')
  await tokens.of('office', 'technician@example.com')
  tokens.forget('admin@example.com')
  await tokens.of('office', 'admin@example.com')
  await tokens.of('office', 'technician@example.com')
  expect(calls.slice(2)).toEqual(['office admin@example.com'])
})
