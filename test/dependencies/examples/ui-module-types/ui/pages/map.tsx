import { ContainerStatus } from '../../modules/iot/schema.ts'

export const statuses = ContainerStatus
