import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    ['../../src/kernel/messages/sk.json', '../../modules/*/messages/sk.json', '../messages/sk.json'],
    { eager: true, import: 'default' }
  )
)
