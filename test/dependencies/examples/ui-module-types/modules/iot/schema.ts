export const ContainerStatus = { connected: 1 }
