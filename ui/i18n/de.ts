import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    ['../../src/kernel/messages/de.json', '../../modules/*/messages/de.json', '../messages/de.json'],
    { eager: true, import: 'default' }
  )
)
