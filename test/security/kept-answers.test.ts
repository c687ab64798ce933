/** What is kept under an idempotency key, for a day, opens nothing: no token stands in any stored answer, and no password in its hash. */
import { createHash } from 'node:crypto'
import type { TObject } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertLink } from '../../modules/users/links.ts'
import { Account } from '../../modules/users/models.ts'
import { modules } from '../../src/modules.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { anAccount, aPassword } from '../helper/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
})
afterAll(() => test.close())

const kept = () => test.services.db('kernel.idempotency').orderBy('key')

describe('an answer with a secret', () => {
  const secret = /token|secret|password|code(s)?$|binder|^key$|sasKey/i
  const answers = modules.flatMap(({ commands = [] }) =>
    commands.flatMap(command => (command.kind === 'action' ? [{ command, answer: command.answer as TObject }] : []))
  )
  const named = ({ answer }: (typeof answers)[number]): string[] =>
    Object.keys(answer.properties ?? {}).filter(name => secret.test(name))

  it('is of a command that reveals, so that no key keeps it', () => {
    const secretive = answers.filter(one => named(one).length > 0)
    expect(secretive.length).toBeGreaterThan(3)
    const forgetful = secretive.filter(({ command }) => !command.wire.reveals)
    expect(forgetful.map(one => `${one.command.name}: ${named(one)}`)).toEqual([])
  })

  it('is kept by neither signing in nor renewing, and each gives a token of its own', async () => {
    const { email } = await anAccount(test.services.db)
    const office = test.nobody({ host: officeHost })
    const credentials = { email, password: aPassword }
    const first = (await office.post('/api/Authorization/sign-in', credentials)).body.data.accessToken
    const headers = { authorization: `Bearer ${first}`, 'idempotency-key': 'of-a-signed-in-browser' }
    const tokens = new Set<string>([first])
    for (const [path, body] of [
      ['sign-in', credentials],
      ['sign-in', credentials],
      ['renew', undefined]
    ] as const) {
      test.clock.now = new Date(test.clock.now.getTime() + 1000)
      tokens.add((await office.post(`/api/Authorization/${path}`, body, headers)).body.data.accessToken)
    }
    expect(tokens.size).toBe(4)
    expect(await kept()).toEqual([])
  })
})

describe('the hash of a body', () => {
  it('is made without passwords', async () => {
    const person = await test.signedInAs('ADMIN')
    const { services, clock } = test
    const account = (await Account.query(services.db).findById((await anAccount(services.db)).id)) as Account
    const { token } = await services.db.transaction(trx =>
      insertLink(trx, account, 'reset', clock.now, services.settings)
    )
    const body = { token, password: 'Krzesło-pod-oknem-27', passwordConfirm: 'Krzesło-pod-oknem-27' }
    const path = '/api/Authorization/SetNewPassword/setNewPassword'
    expect((await person.post(path, body, { 'idempotency-key': 'a-new-password' })).status).toBe(200)
    const hashOf = (hashed: object): string =>
      createHash('sha256')
        .update(JSON.stringify(['users.setNewPassword', {}, {}, hashed]))
        .digest('base64url')
    expect((await kept()).map(({ body_hash }) => body_hash)).toEqual([hashOf({ token })])
  })
})
