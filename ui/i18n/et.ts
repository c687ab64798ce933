import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    ['../../src/kernel/messages/et.json', '../../modules/*/messages/et.json', '../messages/et.json'],
    { eager: true, import: 'default' }
  )
)
