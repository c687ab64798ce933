import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    ['../../src/kernel/messages/cs.json', '../../modules/*/messages/cs.json', '../messages/cs.json'],
    { eager: true, import: 'default' }
  )
)
