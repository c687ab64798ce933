import { defineModule } from '../../src/kernel/module.ts'
import { storeContainersAmount } from './public.ts'
import { routes } from './routes.ts'

/** Internal stores and their borders. */
export const warehouse = defineModule({
  name: 'warehouse',
  routes,
  extensionPoints: [storeContainersAmount]
})
