import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { logger } from '../../src/logger.ts'

/** What a line of each kind looks like, plain or not. */
async function linesOf({ plain = true, level = 'warn', chosen = false }): Promise<string[]> {
  const lines: string[] = []
  const output = { write: (text: string) => void lines.push(text) }
  const options = logger({ logLevel: level as 'info' }, plain, output, chosen)
  const app = Fastify({ logger: plain ? options : { ...options, stream: output } })
  app.log.info({ password: 'hush' }, 'for information')
  app.log.warn({ err: new Error('connect ECONNREFUSED'), pause: 100, token: 'hush' }, 'readings wait for the database')
  app.get('/', async () => 'ok')
  app.log.info({ method: 'GET', route: '/api/x/:id', status: 404, ms: 1.5, code: 'kernel.notFound' }, 'answered')
  await app.inject('/')
  return lines
}

it('for people there are plain lines, warnings only unless a level was chosen', async () => {
  expect(await linesOf({})).toEqual([
    expect.stringMatching(
      /^\d\d:\d\d:\d\d warning: readings wait for the database: connect ECONNREFUSED\n {4}pause: 100\n {4}token: \[secret\]\n$/
    )
  ])
  const lines = await linesOf({ level: 'info', chosen: true })
  expect(lines.join('')).toMatch(/info: for information\n {4}password: \[secret\]\n/)
  expect(lines.join('')).toMatch(/info: GET \/api\/x\/:id: 404 in 1.5 ms\n {4}code: kernel.notFound\n/)
  expect(lines.join('')).toMatch(/info: incoming request: GET \/\n/)
  expect(lines.join('')).toMatch(/info: request completed: status 200\n/)
  expect(lines.join('')).not.toMatch(/^[{]|hush/m)
})

it('for machines each line is JSON, secrets struck out', async () => {
  const [first, second] = await linesOf({ plain: false, level: 'info' })
  expect(JSON.parse(first as string)).toMatchObject({ level: 30, msg: 'for information', password: '[secret]' })
  expect(JSON.parse(second as string)).toMatchObject({ level: 40, token: '[secret]' })
})
