/** compose.yaml and the image, read as texts: what an operator sets reaches the application, and what they rely on is pinned. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSettings } from '../../config/page.ts'

const compose = readFileSync('compose.yaml', 'utf8')
const image = readFileSync('Dockerfile', 'utf8')
const app = compose.slice(compose.indexOf('x-app:'), compose.indexOf('\nservices:'))
/** `NAME: value` of the application's environment. */
const environment = new Map(
  [...app.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
)

it('gives the application every setting of .env', () => {
  expect(app).toMatch(/env_file:\n {4}- path: \.env\n/)
})

it('names no setting that there is not', () => {
  const known = listSettings().map(({ name }) => name)
  expect([...environment.keys()].filter(name => !known.includes(name))).toEqual([])
  expect(environment.size).toBeGreaterThan(8)
})

it('keeps what the ports, the volume and the health check rely on, whatever .env says', () => {
  const ofImage = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])
  )
  expect(Object.keys(ofImage).sort()).toEqual(['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'])
  for (const [name, value] of Object.entries(ofImage)) expect([name, environment.get(name)]).toEqual([name, value])
  expect(compose).toContain(`:${ofImage.PORT}'`)
  expect(compose).toContain(`- files:${ofImage.DATA_DIR}`)
})
