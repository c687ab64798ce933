/** What stands in the audit is said as what was done, of people's commands and of the application's own. */
import { expect, it } from 'vitest'
import { type Language, languages } from '../../src/contract/languages.ts'
import { actText } from '../../src/kernel/files/value-columns.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'
import { modules } from '../../src/modules.ts'

const messages = readMessages(modules.flatMap(({ messages: folder }) => folder ?? []))
const names = modules.flatMap(({ commands = [], systemCommands = [], workerCommands = [] }) => [
  ...commands.filter(({ name }) => messages.has('pl', `${name}.label`) || messages.has('pl', `${name}.history`)),
  ...systemCommands,
  ...workerCommands
])

it('there are commands of the application itself', () =>
  expect(modules.flatMap(({ systemCommands = [] }) => systemCommands).length).toBeGreaterThan(8))

it.each(names.map(({ name }) => name))('%s is said in every language', name => {
  for (const language of languages as readonly Language[]) {
    const act = actText(messages, language, name)
    expect([language, act]).toEqual([language, expect.not.stringMatching(/[{}]|^$|:$/)])
    expect([language, act]).not.toEqual([language, messages.say(language, `${name}.label`)])
    expect(act).not.toBe(name)
  }
})
