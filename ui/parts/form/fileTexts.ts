/** Texts about files, in the language of the page. */
import { type FileExtension, fileTypes } from '../../../src/contract/files.ts'
import { numberFormats } from '../../../src/contract/formats.ts'
import { language } from '../../i18n.ts'

/** The accepted types as text: `PDF, JPG, PNG`, each by its first extension. */
export const kindsOf = (types: readonly FileExtension[]): string =>
  types
    .filter((type, at) => types.findIndex(other => fileTypes[other] === fileTypes[type]) === at)
    .join(', ')
    .toUpperCase()

/** The value of an input's `accept`: extensions, and media types, which make a phone offer its camera. */
export const acceptOf = (types: readonly FileExtension[]): string =>
  [...types.map(type => `.${type}`), ...new Set(types.map(type => fileTypes[type]))].join()

export const areImages = (types: readonly FileExtension[]): boolean =>
  types.every(type => fileTypes[type].startsWith('image/'))

const kilobytes = numberFormats({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
const megabytes = numberFormats({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

/** A size in bytes as text: `1,2 MB`, `340 kB`. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? kilobytes(language()).format(Math.max(bytes / 1000, 1))
    : megabytes(language()).format(bytes / 1_000_000)
}
