import { Order } from '../../modules/orders/model.ts'

export const order = new Order()
