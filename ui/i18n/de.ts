import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    [
      '../../src/*/messages/de.json',
      '../../modules/*/messages/de.json',
      '../../modules/*/*/messages/de.json',
      '../messages/de.json',
      '../parts/messages/de.json',
      '../pages/*/messages/de.json'
    ],
    { eager: true, import: 'default' }
  )
)
