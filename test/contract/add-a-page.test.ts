/** docs/add-a-page.md quotes the project; a quote that is no longer there is found here. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const doc = read('docs/add-a-page.md')
const quotes = [...doc.matchAll(/```ts\n([\s\S]*?)```/g)].map(match => match[1] as string)
const sources = ['modules/fleet/operators.ts', 'modules/fleet/index.ts', 'modules/orders/commands/accept.ts'].map(read)

describe('docs/add-a-page.md', () => {
  it('quotes what is there', () => {
    expect(quotes.length).toBeGreaterThan(6)
    // Line by line from some line on, so that half a line is no quote.
    expect(quotes.filter(quote => !sources.some(source => `\n${source}`.includes(`\n${quote}`)))).toEqual([])
  })

  it('names files that exist', () => {
    const named = [...doc.matchAll(/`((?:modules|src|test)\/[\w./-]+\.ts)`/g)].map(match => match[1] as string)
    expect(named.length).toBeGreaterThan(4)
    for (const path of named) expect(read(path)).not.toBe('')
  })
})

it('the file that it quotes stays under 90 lines', () => {
  expect(read('modules/fleet/operators.ts').trimEnd().split('\n').length).toBeLessThan(90)
})

describe('the page of cancellation reasons', () => {
  let test: TestApp
  let admin: Person
  beforeAll(async () => {
    test = await anApp({ ROLES: 'web' })
    admin = await test.signedInAs('ADMIN')
  })
  afterAll(() => test.close())

  const values = async () =>
    (await admin.get('/api/Dictionaries/values?Dictionary=1')).body.data.map((row: { value: string }) => row.value)
  const add = (value: unknown, dictionary = 1) => admin.post(`/api/Dictionaries/${dictionary}/add-value`, { value })

  it('adds, edits and deletes a reason, and the cancel form is offered it', async () => {
    const { status, body } = await add('Brak dojazdu')
    expect([status, body.data]).toEqual([201, { id: body.data.id, version: 1, dictionary: 1, value: 'Brak dojazdu' }])
    expect(await values()).toEqual(['Brak dojazdu'])
    const { id } = body.data
    const edited = await admin.put(`/api/Dictionaries/${id}/update-value`, { value: 'Remont mostu' })
    expect(edited.body.data).toMatchObject({ value: 'Remont mostu', version: 2 })
    expect((await admin.get('/api/Dictionaries/1/values')).body).toEqual({
      data: [{ id, value: 'Remont mostu' }],
      total: 1
    })
    expect((await admin.call('DELETE', `/api/Dictionaries/${id}/remove-value`)).status).toBe(200)
    expect(await values()).toEqual([])
    expect((await admin.call('DELETE', `/api/Dictionaries/${id}/remove-value`)).status).toBe(404)
    const history = await test.services.db('kernel.changes').where({ subject_id: id }).orderBy('id').pluck('code')
    expect(history).toEqual(['catalogue.addReason', 'catalogue.editReason', 'catalogue.removeReason'])
  })

  it('says a reason once in a dictionary, and names the field', async () => {
    const first = await add('Powódź')
    const taken = [{ PropertyName: 'value', ErrorMessage: 'Taki powód już jest na liście.' }]
    expect((await add('Powódź')).body).toMatchObject({ status: 400, Errors: taken })
    expect((await add('Powódź', 0)).status).toBe(201)
    const second = await add('Susza')
    const edited = await admin.put(`/api/Dictionaries/${second.body.data.id}/update-value`, { value: 'Powódź' })
    expect(edited.body).toMatchObject({ status: 400, Errors: taken })
    const same = await admin.put(`/api/Dictionaries/${first.body.data.id}/update-value`, { value: 'Powódź' })
    expect(same.status).toBe(200)
  })

  it('adds to each dictionary from one menu, and to no other', async () => {
    const { list } = (await admin.get('/api/ui/pages/catalogue.cancellationReasons')).body.data
    const button = list.commands.find(({ selection }: { selection: string }) => selection === 'none')
    expect([button.name, button.action.path, button.menu]).toEqual([
      'catalogue.addReason',
      '/api/Dictionaries/:key/add-value',
      { field: 'key', vocabulary: 'catalogue.dictionary', except: [] }
    ])
    expect(list.groupBy[0].key).toBe('dictionary')
    expect((await add('Inny', 0)).body.data).toMatchObject({ dictionary: 0, value: 'Inny' })
    expect((await add('Inny', 1)).body.data).toMatchObject({ dictionary: 1, value: 'Inny' })
    expect((await add('Inny', 2)).status).toBe(404)
  })

  it('shows the reasons by dictionary, each in the order of its words', async () => {
    const { data } = (await admin.get('/api/Dictionaries/values?limit=1000')).body
    const shown = data.map(({ dictionary, value }: { dictionary: number; value: string }) => [dictionary, value])
    expect(shown.map(([dictionary]: [number]) => dictionary)).toEqual(
      shown.map(([dictionary]: [number]) => dictionary).sort()
    )
    expect(new Set(shown.map(([dictionary]: [number]) => dictionary)).size).toBe(2)
  })

  it('tells in the panel what a reason is and was', async () => {
    const { id } = (await add('Zła pogoda')).body.data
    await admin.put(`/api/Dictionaries/${id}/update-value`, { value: 'Burza' })
    expect((await admin.get(`/api/Dictionaries/values/${id}`)).body.data).toMatchObject({
      dictionary: 1,
      value: 'Burza'
    })
    const { data } = (await admin.get(`/api/Dictionaries/values/${id}/history`)).body
    expect(data.map((entry: { statusDescription: string }) => entry.statusDescription)).toEqual([
      'Zmieniono powód',
      'Dodano powód'
    ])
    expect(data[0].changes).toEqual([{ field: 'value', before: 'Zła pogoda', after: 'Burza' }])
  })

  it('added by two at once is added once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('Mróz')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400 || status === 409)).toHaveLength(7)
  })

  it.each([[''], ['   '], ['x'.repeat(201)], [1], [null]])('refuses %j', async value => {
    expect((await add(value)).status).toBe(400)
  })
})
