import { expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { welcomeText } from '../../src/welcome.ts'
import { database, production as settings } from '../kernel/fixtures/settings.ts'

const production = { ...settings, DATABASE_URL: database }

const linesOf = (env: Record<string, string>, port?: number, mqttPort?: number): string[] =>
  welcomeText({ settings: readSettings(env), seconds: 1, port, mqttPort, logins: [] })
    .split('\n')
    .flatMap(line => line.split(/ {2,}/).at(-1) ?? [])
    .filter(text => text.includes('://'))

it('names where it listens on this machine, and the description of the API', () => {
  expect(linesOf({}, 3000, 1883)).toEqual([
    'http://localhost:3000',
    'http://admin.localhost:3000',
    'http://localhost:3000/api/docs',
    'mqtt://localhost:1883'
  ])
})

it('names the addresses of the settings in production, and no description that is not served there', () => {
  expect(linesOf(production, 3000)).toEqual(['https://opony.example.com', 'https://admin.example.com'])
  expect(linesOf({ ...production, API_DOCS: 'true' }, 3000)).toContain('https://opony.example.com/api/docs')
})

it('names no pages where the process serves none', () => {
  expect(linesOf({ ...production, ROLES: 'ingest' }, undefined, 1883)).toEqual(['mqtt://localhost:1883'])
})
