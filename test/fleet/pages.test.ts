import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { controlOf, schemaOfField } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

let test: SharedApp
const pages = {} as Record<'drivers' | 'vehicles' | 'operators', ListMetadata>

beforeAll(async () => {
  test = await aSharedApp()
  const staff = await test.signedInAs('ADMIN')
  for (const name of ['drivers', 'vehicles', 'operators'] as const)
    pages[name] = (await staff.get(`/api/ui/pages/fleet.${name}`)).body.data.list
})

const selections = ({ commands }: ListMetadata) =>
  Object.fromEntries(commands.map(({ name, selection }) => [name.replace('fleet.', ''), selection]))
const command = ({ commands }: ListMetadata, name: string) => commands.find(one => one.name === name) as CommandMetadata
const tabs = ({ panel }: ListMetadata) => panel?.tabs.map(({ name }) => name)

describe('the pages of the fleet', () => {
  it('offer adding with nothing chosen; seeing, editing and removing with one', () => {
    expect(selections(pages.drivers)).toEqual({
      addDriver: 'none',
      seeDriver: 'one',
      editDriver: 'one',
      seeMessages: 'one',
      removeDriver: 'one'
    })
    expect(selections(pages.vehicles)).toEqual({
      addVehicle: 'none',
      seeVehicle: 'one',
      editVehicle: 'one',
      removeVehicle: 'one'
    })
    expect(selections(pages.operators)).toEqual({
      addOperator: 'none',
      seeOperator: 'one',
      editOperator: 'one',
      removeOperator: 'one'
    })
  })

  it('open their panels by a double-click', () => {
    expect(Object.values(pages).map(({ opens, selection }) => [opens, selection])).toEqual([
      [true, 'one'],
      [true, 'one'],
      [true, 'one']
    ])
    expect(tabs(pages.drivers)).toEqual(['details', 'messages', 'vehicles', 'history'])
    expect(tabs(pages.vehicles)).toEqual(['details', 'history'])
    expect(tabs(pages.operators)).toEqual(['details', 'history'])
  })

  it('show a driver’s messages, newest first, with body, channel, status, type and date', () => {
    const tab = pages.drivers.panel?.tabs.find(({ name }) => name === 'messages')
    expect(tab).toMatchObject({ kind: 'list', load: expect.stringContaining('userId=:id&OrderBy=SentDate&Desc=true') })
    const columns = tab?.kind === 'list' ? tab.columns.map(({ key }) => key) : []
    expect(columns).toEqual(expect.arrayContaining(['body', 'channel', 'status', 'type', 'sentDate']))
    expect(command(pages.drivers, 'fleet.seeMessages').action).toMatchObject({ kind: 'open', tab: 'messages' })
  })

  it('fetch 100 drivers at once, and wait 350 ms for what is typed of a vehicle', () => {
    expect(pages.drivers.pageSize).toBe(100)
    expect(pages.vehicles.filters).toMatchObject([{ key: 'DriverNameOrRegistrationNumber', debounce: 350 }])
  })

  it('write a plate in capitals and ask for items by boxes under their types', () => {
    for (const name of ['fleet.addVehicle', 'fleet.editVehicle']) {
      const { form } = command(pages.vehicles, name)
      expect(form?.derive).toEqual([{ kind: 'upperCase', field: 'registerNumber' }])
      const field = form?.fields.find(({ name: own }) => own === 'orderTypeItems')
      expect(field?.options).toMatchObject({
        group: { by: 'orderTypeId', vocabulary: 'catalogue.orderType' },
        item: { value: 'orderTypeItemId', chosen: 'isActive' }
      })
      expect(field && form && controlOf(field, schemaOfField(form, field) ?? {})).toBe('choices')
    }
  })
})
