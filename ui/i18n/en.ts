import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    ['../../src/kernel/messages/en.json', '../../modules/*/messages/en.json', '../messages/en.json'],
    { eager: true, import: 'default' }
  )
)
