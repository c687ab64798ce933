export class Order {}
