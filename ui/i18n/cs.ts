import { merged } from './merged.ts'

export default merged(
  import.meta.glob<Record<string, string>>(
    [
      '../../src/*/messages/cs.json',
      '../../modules/*/messages/cs.json',
      '../../modules/*/*/messages/cs.json',
      '../messages/cs.json',
      '../parts/messages/cs.json',
      '../pages/*/messages/cs.json'
    ],
    { eager: true, import: 'default' }
  )
)
