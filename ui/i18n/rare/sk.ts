import type { Texts } from '../../i18n.ts'
import { merged } from '../merged.ts'

export default merged(
  import.meta.glob<Texts>(
    ['../../../src/kernel/messages/sk.json', '../../../modules/*/messages/sk.json', '../../messages/sk.json'],
    { eager: true, import: 'default', query: '?rare' }
  )
)
