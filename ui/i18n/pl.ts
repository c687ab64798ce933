import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    ['../../src/kernel/messages/pl.json', '../../modules/*/messages/pl.json', '../messages/pl.json'],
    { eager: true, import: 'default' }
  )
)
