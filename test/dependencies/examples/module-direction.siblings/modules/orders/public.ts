export const ordersOf = (company: number) => [company]
