/** A filter that a list begins with: the list's URL tells what nobody touched from what was set to all. */
import { describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import { isNarrowed, pageQuery, readListUrl, writeListUrl } from '../../ui/parts/list/listUrl.ts'

const list = {
  sort: 'name',
  columns: [],
  filters: [{ key: 'StoreTypeEnum', initial: 1 }, { key: 'PostalCode' }],
  fixed: {},
  pageSize: 30
} as unknown as ListMetadata
const read = (query: string) => readListUrl(query, list)
const setTo = (query: string, filters: Record<string, string>) =>
  writeListUrl(query, list, { filters: { ...read(query).filters, ...filters } })

describe('a list with an initial filter', () => {
  it('begins with it, and is not narrowed by it', () => {
    expect(read('').filters).toEqual({ StoreTypeEnum: '1' })
    expect(isNarrowed(list, read(''))).toBe(false)
    expect(pageQuery(list, read(''), 1)).toMatchObject({ StoreTypeEnum: '1' })
  })

  it('shows all once it is set to all, whatever else is filtered later', () => {
    const all = setTo('', { StoreTypeEnum: '' })
    expect(all).toBe('?f.StoreTypeEnum=')
    expect(pageQuery(list, read(all), 1)).toMatchObject({ StoreTypeEnum: '' })
    expect(read(setTo(all, { PostalCode: '22' })).filters).toEqual({ StoreTypeEnum: '', PostalCode: '22' })
    expect(isNarrowed(list, read(all))).toBe(true)
  })

  it('keeps another value, and forgets the initial one', () => {
    expect(setTo('', { StoreTypeEnum: '0' })).toBe('?f.StoreTypeEnum=0')
    expect(setTo('?f.StoreTypeEnum=0', { StoreTypeEnum: '1' })).toBe('')
    expect(writeListUrl('?f.StoreTypeEnum=0&f.PostalCode=22', list, { filters: {} })).toBe('')
  })
})
