import { isIP } from 'node:net'
import path from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import type { Fault } from './fault.ts'

/**
 * Reads one setting from its text; an empty text gives the default.
 * @returns the value (the default beside a fault, so that the rules across settings can still be judged)
 */
export function parse(name: string, schema: TSchema, text: string): { value: unknown; fault?: Fault } {
  const fallback = fill(schema, schema.default)
  if (text === '') return { value: fallback }
  const value = read(schema, text)
  if (value !== undefined) return { value: fill(schema, value) }
  const shown = schema.secret ? 'has a value that' : `is "${text}", which`
  return { value: fallback, fault: { name, problem: `${shown} is not ${wanted(schema)}.`, mend: advice(name, schema) } }
}

/** What a setting takes, in words: `a whole number from 0 to 65535`. */
export function wanted(schema: TSchema): string {
  const { minimum, maximum } = schema
  if (schema.type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (schema.type === 'number') return `a number from ${minimum} to ${maximum}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'array')
    return `a comma-separated list of ${schema.items.enum.join(', ')}${schema.all ? ` (or ${schema.all})` : ''}`
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.schemes) return `an address beginning with ${schema.schemes.map((s: string) => `${s}://`).join(' or ')}`
  if (schema.patternSays) return schema.patternSays
  if (schema.format) return formats[schema.format as keyof typeof formats].says
  if (schema.minLength) return `a text of at least ${schema.minLength} characters`
  return schema.maxLength ? `a text of at most ${schema.maxLength} characters` : 'a text'
}

/** One address of tiles: the host is fixed, because the content policy names it. */
const tileAddress = /^https?:\/\/[^\s/{}<>"';,]+\/[^\s<>"';,]*$/
const tilePlaces = ['{z}', '{x}', '{y}']
const isTileAddress = (text: string): boolean =>
  tileAddress.test(text) &&
  tilePlaces.every(place => text.includes(place)) &&
  !/[{}]/.test(text.replace(/\{(z|x|y|r|key)\}/g, '')) &&
  URL.canParse(text)

const groups = ['loopback', 'linklocal', 'uniquelocal']

const isHostName = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)

const formats = {
  host: {
    says: 'an IP address or a host name',
    fits: (text: string) => isIP(text) > 0 || isHostName(text)
  },
  hosts: {
    says: 'comma-separated host names or addresses',
    fits: (text: string) => text.split(',').every(item => isIP(item.trim()) > 0 || isHostName(item.trim()))
  },
  folder: { says: 'a folder', fits: (text: string) => !text.includes('\0') },
  tiles: {
    says: 'none, or addresses with {z}, {x} and {y} (and {r}, {key}) that begin with https:// or http://, separated by spaces',
    fits: (text: string) => text === 'none' || text.split(/\s+/).every(isTileAddress)
  },
  networks: {
    says: 'comma-separated addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal',
    fits: (text: string) => text.split(',').every(item => groups.includes(item.trim()) || isNetwork(item.trim()))
  }
}

function isNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function read(schema: TSchema, text: string): unknown {
  if (schema.type === 'integer') return /^\d{1,9}$/.test(text) ? inRange(schema, Number(text)) : undefined
  if (schema.type === 'number') return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? inRange(schema, Number(text)) : undefined
  if (schema.type === 'boolean') {
    const word = text.toLowerCase()
    return ['true', '1', 'on', 'yes'].includes(word)
      ? true
      : ['false', '0', 'off', 'no'].includes(word)
        ? false
        : undefined
  }
  if (schema.type === 'array') {
    if (schema.all !== undefined && text === schema.all) return schema.default
    const items = [...new Set(text.split(',').map(item => item.trim()))].map(item => read(schema.items, item))
    return items.includes(undefined) ? undefined : items
  }
  return fits(schema, text) ? text : undefined
}

const inRange = (schema: TSchema, value: number) =>
  value >= schema.minimum && value <= schema.maximum ? value : undefined

function fits(schema: TSchema, text: string): boolean {
  if (schema.enum) return schema.enum.includes(text)
  if (schema.schemes) return isAddress(text, schema.schemes)
  if (schema.pattern && !new RegExp(schema.pattern).test(text)) return false
  if (schema.format && !formats[schema.format as keyof typeof formats].fits(text)) return false
  return text.length >= (schema.minLength ?? 0) && text.length <= (schema.maxLength ?? 2000)
}

function isAddress(text: string, schemes: string[]): boolean {
  const match = /^([a-z]+):\/\/[^\s/]/i.exec(text)
  return match !== null && schemes.includes((match[1] as string).toLowerCase()) && URL.canParse(text)
}

function advice(name: string, schema: TSchema): string {
  const example = Array.isArray(schema.default) ? schema.default.join(',') : String(schema.default)
  const leave = example === '' ? 'or leave it empty' : `or leave it empty for ${example}`
  return `Set ${name} to ${wanted(schema)}, ${leave}.`
}

const fill = (schema: TSchema, value: unknown): unknown =>
  schema.format === 'folder' ? path.resolve(String(value)) : Array.isArray(value) ? [...value] : value
