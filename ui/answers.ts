/**
 * The answers that the browser reads, by the calls of the server. Printed from the schemas of routes and commands by scripts/answers.ts;
 * `npx vitest run test/contract/answers.test.ts -u` prints it anew.
 */
import type { FormMetadata } from '../src/contract/form.ts'
import type { PageMetadata, PagesMetadata } from '../src/contract/page.ts'

/** What a GET of a path answers. */
export interface Reads {
  '/IoT/container/:id': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly containerNumber: string | null
      readonly description: string | null
      readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
      readonly imei: string
      readonly iccid: string | null
      readonly serNo: string | null
      readonly lastActiveDate: string | null
      readonly latitude: number | null
      readonly longitude: number | null
      readonly currentBatteryLevel: number | null
      readonly currentBatteryStatus: 0 | 1 | 2 | 3
      readonly batteryTrend: 0 | 1 | 2 | 3
      readonly daysUntilCritical: number | null
      readonly batteryChangedDate: string | null
      readonly batteryChangedBy: string | null
      readonly batteryChangedToday: boolean
      readonly hasPhotos: boolean
      readonly hasAccess: boolean
      readonly internalStoreId: number | null
      readonly internalStoreName: string | null
      readonly assignedInternalStoreId: number | null
      readonly assignedInternalStoreName: string | null
      readonly closestCompanyName: string | null
      readonly closestCompanyTaxNumber: string | null
      readonly closestReceptionPlaceAddress: string | null
      readonly closestReceptionPlaceType: 1 | 2 | 3 | null
      readonly closestReceptionPlaceDistance: number | null
      readonly photos: readonly ({
        readonly id: number
        readonly fileUrl: string
        readonly originalFileName: string
        readonly createdDate: string
      })[]
    }
  }
  '/IoT/container/:id/battery': {
    readonly data: readonly ({
      readonly at: string
      readonly volts: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/IoT/container/:id/history': {
    readonly data: readonly ({
      readonly id: number
      readonly firstActiveDate: string
      readonly lastActiveDate: string
      readonly latitude: number
      readonly longitude: number
      readonly internalStoreName: string | null
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/IoT/containers': {
    readonly data: {
      readonly list: readonly ({
        readonly id: number
        readonly containerNumber: string | null
        readonly latitude: number
        readonly longitude: number
        readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
        readonly currentBatteryLevel: number | null
        readonly currentBatteryStatus: 0 | 1 | 2 | 3
        readonly lastActiveDate: string
      })[]
    }
  }
  '/IoT/rounds/current': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly begunDate: string
      readonly startStoreName: string | null
      readonly metres: number
      readonly stops: readonly ({
        readonly id: number
        readonly version: number
        readonly containerNumber: string | null
        readonly serNo: string | null
        readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
        readonly description: string | null
        readonly latitude: number | null
        readonly longitude: number | null
        readonly lastActiveDate: string | null
        readonly currentBatteryLevel: number | null
        readonly currentBatteryStatus: 0 | 1 | 2 | 3
        readonly daysUntilCritical: number | null
        readonly batteryChangedDate: string | null
        readonly internalStoreName: string | null
        readonly assignedInternalStoreId: number | null
        readonly closestCompanyName: string | null
        readonly closestReceptionPlaceAddress: string | null
        readonly closestReceptionPlaceDistance: number | null
        readonly metresFromPrevious: number | null
        readonly isFar: boolean
        readonly state: 0 | 1 | 2
        readonly note: string | null
        readonly decidedDate: string | null
      })[]
    } | null
  }
  '/IoT/service-round': {
    readonly data: {
      readonly start: {
        readonly id: number | null
        readonly name: string | null
        readonly latitude: number | null
        readonly longitude: number | null
      } | null
      readonly stops: readonly ({
        readonly id: number
        readonly version: number
        readonly containerNumber: string | null
        readonly serNo: string | null
        readonly status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
        readonly description: string | null
        readonly latitude: number | null
        readonly longitude: number | null
        readonly lastActiveDate: string | null
        readonly currentBatteryLevel: number | null
        readonly currentBatteryStatus: 0 | 1 | 2 | 3
        readonly daysUntilCritical: number | null
        readonly batteryChangedDate: string | null
        readonly internalStoreName: string | null
        readonly assignedInternalStoreId: number | null
        readonly closestCompanyName: string | null
        readonly closestReceptionPlaceAddress: string | null
        readonly closestReceptionPlaceDistance: number | null
        readonly metresFromPrevious: number | null
        readonly isFar: boolean
      })[]
      readonly metres: number
    }
  }
  '/api/Admin/Audit/:id/changes': {
    readonly data: {
      readonly total: number
      readonly rows: readonly ({
        readonly id: number
        readonly name: string
        readonly path: string | null
        readonly sentence: string | null
        readonly changes: readonly ({
          readonly label: string
          readonly schema: unknown
          readonly before: unknown
          readonly after: unknown
        })[]
      })[]
    }
  }
  '/api/Admin/Orders': {
    readonly data: readonly ({
      readonly id: number
      readonly version: number
      readonly number: string
      readonly createdAt: string
      readonly currentStatus: 0 | 1 | 2 | 3 | 4 | 5
      readonly manually?: boolean
      readonly companyId: number
      readonly company: string
      readonly clientActive?: boolean
      readonly departmentId: number
      readonly receptionPlace: string
      readonly contactPhone: string | null
      readonly type: 1 | 2 | 3
      readonly orderTypeItemName: string
      readonly quantity: number
      readonly load: number
      readonly receptionCount: string
      readonly tonnage: number | null
      readonly kpo: string | null
      readonly acceptedDate: string | null
      readonly wishedDate: string | null
      readonly wishedPart: 1 | 2 | null
      readonly urgent: boolean
      readonly notAsWished?: boolean
      readonly realizationDate: string | null
      readonly collectionDate: string | null
      readonly overdue: boolean
      readonly receivingDate: string | null
      readonly finishedAt: string | null
      readonly vehicleId?: number | null
      readonly vehicle: string | null
      readonly driverId?: number | null
      readonly driver?: string | null
      readonly route?: number | null
      readonly routeId?: number | null
      readonly sequenceInRoute?: number | null
      readonly notificationSent?: boolean
      readonly notified?: boolean
      readonly stopState?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null
      readonly hasCollectionReport: boolean
      readonly outsideHours?: boolean
      readonly operator?: string | null
      readonly netPrice: number
      readonly netValue: number
      readonly netOwed: number | null
      readonly optimaStatus?: 0 | 1 | 2 | 3
      readonly optimaStatusName?: string
      readonly optimaNumber?: string | null
      readonly invoiceNumber: string | null
      readonly handedOver?: boolean
      readonly booked?: boolean
      readonly invoiceFinal?: boolean
      readonly canceledAt: string | null
      readonly reasonForCancellation: string | null
      readonly hasAdditionalInfo: boolean
      readonly commentsCount: number
      readonly hasComments: boolean
      readonly unansweredComment?: boolean
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Orders/called-off/:id/notice': {
    readonly data: readonly ({
      readonly driverId: number | null
      readonly driver: string | null
      readonly address: string | null
      readonly orders: readonly number[]
      readonly notified: number
      readonly sent: readonly number[]
      readonly reassigned: number
      readonly messages: readonly string[]
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Orders/notices': {
    readonly data: readonly ({
      readonly driverId: number | null
      readonly driver: string | null
      readonly address: string | null
      readonly orders: readonly number[]
      readonly notified: number
      readonly sent: readonly number[]
      readonly reassigned: number
      readonly messages: readonly string[]
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Orders/plan-places': {
    readonly data: readonly ({
      readonly id: number
      readonly number: string
      readonly company: string
      readonly receptionPlace: string
      readonly latitude: number | null
      readonly longitude: number | null
      readonly vehicle: string | null
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Orders/print': {
    readonly data: readonly ({
      readonly orderInfo: {
        readonly number: string
        readonly acceptedDate: string | null
        readonly company: string
        readonly receptionPlacePhone: string | null
        readonly receptionPlace: string
        readonly vehicle: string | null
        readonly type: 1 | 2 | 3
        readonly quantity: number
      }
      readonly paymentType: 0 | 1
      readonly totalValue: number
      readonly details: {
        readonly id: number
        readonly orderTypeItemName: string
        readonly companyTaxNumber: string | null
        readonly bdoNumber: string | null
        readonly unit: "trips" | "pieces" | "tonnes"
        readonly additionalInfo: string | null
        readonly wishedDate: string | null
        readonly wishedPart: 1 | 2 | null
        readonly urgent: boolean
        readonly realizationDate: string | null
        readonly driver: string | null
        readonly perTonne: {
          readonly net: number
          readonly gross: number
        } | null
        readonly tonnage: number | null
        readonly grossOwed: number | null
        readonly load: number
        readonly stop: {
          readonly vehicleId: number
          readonly route: number
          readonly sequence: number
          readonly stops: number
        } | null
      }
    })[]
    readonly business: {
      readonly name: string
      readonly address: string
      readonly taxNumber: string
      readonly bdoNumber: string
    }
    readonly wasteCode: string
  }
  '/api/Admin/Orders/routes': {
    readonly data: readonly ({
      readonly id: number
      readonly version: number
      readonly day: string
      readonly number: number
      readonly vehicleId: number
      readonly registerNumber: string
      readonly vehicle: string
      readonly driver: string
      readonly places: number
      readonly notified: number
      readonly changed: boolean
      readonly otherDriver: boolean
      readonly orders: number
      readonly finished: number
      readonly planned: number
      readonly load: number
      readonly plannedLoad: number
      readonly capacity: number
      readonly over: boolean
      readonly driverElsewhere: boolean
      readonly driverAway: boolean
      readonly outOfService: boolean
      readonly driverOfDay: boolean
      readonly otherVehicles: string
      readonly kilometres: number
      readonly unknownPlaces: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Prices': {
    readonly data: readonly ({
      readonly id: number
      readonly version: number
      readonly orderTypeItemId: number
      readonly orderTypeId: 1 | 2 | 3
      readonly name: string
      readonly priceValue: number | null
      readonly grossPrice: number | null
      readonly postalCodePrices: boolean
      readonly lowestPrice: number | null
      readonly highestPrice: number | null
      readonly prices: readonly ({
        readonly postalCodePrefix: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"
        readonly value: number
      })[]
      readonly hasPlanned: boolean
      readonly plannedFrom: string | null
      readonly plannedPrice: number | null
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Prices/change-percent': {
    readonly data: readonly ({
      readonly id: number
      readonly name: string
      readonly prices: readonly ({
        readonly postalDigit: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | null
        readonly before: number
        readonly after: number
      })[]
    })[]
  }
  '/api/Admin/Prices/grouped-prices': {
    readonly data: readonly ({
      readonly orderTypeId: 1 | 2 | 3
      readonly orderTypeName: string
      readonly items: readonly ({
        readonly orderTypeItemId: number
        readonly orderTypeItemName: string
        readonly prices: readonly ({
          readonly postalCodePrefix: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | null
          readonly netPrice: number
          readonly grossPrice: number
          readonly next?: {
            readonly validFrom: string
            readonly netPrice: number
            readonly grossPrice: number
          }
        })[]
      })[]
    })[]
    readonly effectiveFrom: string
    readonly oversizedNetPrice: number
    readonly deliveryPoints: readonly string[]
  }
  '/api/Admin/Reports/:id/form': { readonly data: FormMetadata; readonly call?: string }
  '/api/Admin/Reports/:id/preview': {
    readonly data: {
      readonly columns: readonly ({
        readonly name: string
        readonly label: string
        readonly schema: Readonly<Record<string, unknown>>
      })[]
      readonly lines: readonly (Readonly<Record<string, unknown>>)[]
      readonly rows: number
      readonly rowsCapped: boolean | null
    }
  }
  '/api/Admin/Reports/:id/size': {
    readonly data: {
      readonly rows: number
      readonly isLarge: boolean
    }
  }
  '/api/Admin/Reports/sets': {
    readonly data: readonly ({
      readonly id: number
      readonly version: number
      readonly accountId: number
      readonly reportId: number
      readonly name: string
      readonly query: string
      readonly isMonthly: boolean
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Stores/internal': {
    readonly data: readonly ({
      readonly id: number
      readonly storeId: number
      readonly name: string
      readonly storeName: string
      readonly containersAmount: number
      readonly longitude: number
      readonly latitude: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Stores/internal/:id': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly storeName: string
      readonly containersAmount: number
      readonly levelId: number
      readonly closedAt: string | null
      readonly isClosed: boolean
      readonly isEmpty: boolean
      readonly name: string
      readonly position: {
        readonly latitude: number
        readonly longitude: number
      }
      readonly borderPoints: readonly ({
        readonly latitude: number
        readonly longitude: number
      })[]
      readonly latitude: number
      readonly longitude: number
      readonly corners: number
      readonly area: number | null
    }
  }
  '/api/Admin/Stores/internal/:id/borderPoints': {
    readonly data: readonly ({
      readonly id: number
      readonly latitude: number
      readonly longitude: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Stores/internal/:id/history': {
    readonly data: readonly ({
      readonly date: string
      readonly statusDescription: string
      readonly user: string | null
      readonly changes: readonly ({
        readonly field: string
        readonly before: unknown
        readonly after: unknown
      })[]
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Stores/reception-places/:id': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly address: string
      readonly city: string
      readonly street: string
      readonly postalCode: string
      readonly bdoNumber: string | null
      readonly phone: string | null
      readonly companyName: string
      readonly taxNumber: string | null
      readonly orderType: string | null
      readonly receptionPlacesOrderTypes: readonly (1 | 2 | 3)[]
      readonly containersAmount: number
      readonly locatedContainers: number
      readonly isActive: boolean
      readonly deactivationReason: string | null
      readonly latitude: number | null
      readonly longitude: number | null
      readonly elevation: number | null
      readonly distances: readonly ({
        readonly name: string
        readonly distance: number
      })[]
      readonly averageDistance: number | null
    }
  }
  '/api/Admin/Stores/reception-places/:id/distances': {
    readonly data: readonly ({
      readonly name: string
      readonly distance: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Validators/runs': {
    readonly data: readonly ({
      readonly id: number
      readonly version: number
      readonly validatorTypes: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9)[]
      readonly nightly: boolean
      readonly askedDate: string
      readonly startedDate: string | null
      readonly finishedDate: string | null
      readonly steps: readonly ({
        readonly type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
        readonly startedDate: string | null
        readonly finishedDate: string | null
        readonly added: number | null
        readonly refreshed: number | null
        readonly resolved: number | null
        readonly failed: boolean
      })[]
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/Vehicles/:id/route': {
    readonly data: readonly ({
      readonly orderId: number
      readonly number: string
      readonly sequence: number
      readonly company: string
      readonly receptionPlaceId: number
      readonly receptionPlace: string
      readonly orderTypeItemName: string
      readonly quantity: number
      readonly unit: "trips" | "pieces" | "tonnes"
      readonly finished: boolean
      readonly notificationSent: boolean
      readonly urgent: boolean
      readonly wishedPart: 1 | 2 | null
      readonly load: number
      readonly latitude: number | null
      readonly longitude: number | null
      readonly metres: number | null
    })[]
    readonly total: number
    readonly route: {
      readonly id: number
      readonly version: number
      readonly day: string
      readonly number: number
      readonly vehicleId: number
      readonly registerNumber: string
      readonly vehicle: string
      readonly driver: string
      readonly places: number
      readonly notified: number
      readonly changed: boolean
      readonly otherDriver: boolean
      readonly orders: number
      readonly finished: number
      readonly planned: number
      readonly load: number
      readonly plannedLoad: number
      readonly capacity: number
      readonly over: boolean
      readonly driverElsewhere: boolean
      readonly driverAway: boolean
      readonly outOfService: boolean
      readonly driverOfDay: boolean
      readonly otherVehicles: string
      readonly kilometres: number
      readonly unknownPlaces: number
      readonly byHand: boolean
      readonly start: {
        readonly name: string
        readonly latitude: number
        readonly longitude: number
      } | null
      readonly metresBack: number | null
      readonly proposed: readonly number[]
    } | null
  }
  '/api/Admin/Vehicles/matched-vehicles': {
    readonly data: readonly ({
      readonly id: number
      readonly brand: string
      readonly model: string
      readonly registerNumber: string
      readonly driverId: number
      readonly driver: string
      readonly matched: boolean
      readonly missing: readonly string[]
      readonly capacity: number
      readonly day: string | null
      readonly days: number
      readonly load: number
      readonly stops: number
      readonly plannedLoad: number
      readonly driverAway: boolean
      readonly outOfService: boolean
      readonly driverElsewhere: readonly string[]
      readonly nearest: number | null
      readonly proposed: "passesBy" | "room" | null
    })[]
    readonly total: number
    readonly unproposed: "items" | "room" | "free" | "far" | null
  }
  '/api/Admin/reception-places/:id/localizations': {
    readonly data: readonly ({
      readonly id: number
      readonly latitude: number
      readonly longitude: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Admin/reception-places/coordinates': {
    readonly data: readonly ({
      readonly id: number
      readonly address: string
      readonly companyName: string
      readonly latitude: number
      readonly longitude: number
      readonly orderTypes: readonly (1 | 2 | 3)[]
      readonly isActive: boolean
      readonly distances?: readonly ({
        readonly name: string
        readonly distance: number
      })[]
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Authorization/SetNewPassword/link': {
    readonly data: {
      readonly valid: boolean
      readonly email?: string
      readonly passwordMin?: number
      readonly isFirst?: boolean
    }
  }
  '/api/Authorization/credentials': {
    readonly data: {
      readonly hasPassword: boolean
      readonly passwordMin: number
      readonly identities: readonly ({
        readonly issuer: string
        readonly linkedDate: string
      })[]
    }
  }
  '/api/Authorization/external': {
    readonly data: {
      readonly isOffered: boolean
    }
  }
  '/api/Authorization/second-factor': {
    readonly data: {
      readonly isOn: boolean
      readonly isRequired: boolean
      readonly recoveryCodesLeft: number
      readonly hasShortCodes: boolean
    }
  }
  '/api/Authorization/sessions': {
    readonly data: readonly ({
      readonly id: string
      readonly device: string | null
      readonly address: string | null
      readonly seenDate: string
      readonly createdDate: string
      readonly staysUntil: string | null
      readonly isCurrent: boolean
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Authorization/userinfo': {
    readonly data: {
      readonly id: number
      readonly email: string
      readonly firstName: string | null
      readonly lastName: string | null
      readonly phone: string | null
      readonly language: 1 | 2 | 3 | 4 | 5 | 6
      readonly role: 1 | 2 | 3 | 4 | 5 | null
      readonly isActivated: boolean
      readonly hasAllRequiredData: boolean
      readonly companyId: number | null
      readonly departmentId: number | null
      readonly country: number | null
      readonly hasReceptionPlace: boolean
      readonly companyDeactivationReason: string | null
      readonly companyBdoNumber: string | null
      readonly companyAddress: {
        readonly city: string | null
        readonly street: string | null
        readonly postalCode: string | null
      } | null
      readonly isCompanyActive: boolean
      readonly placesDeactivated: boolean
      readonly hasSecondFactor: boolean
      readonly needsSecondFactor: boolean
    }
  }
  '/api/Companies/MyCompany': {
    readonly data: {
      readonly id: number
      readonly name: string
      readonly companyName: string
      readonly shortName: string | null
      readonly clientType: 0 | 1
      readonly taxNumber: string | null
      readonly regon: string | null
      readonly bdoNumber: string | null
      readonly country: 1 | 2 | 3 | 4 | 5
      readonly countryStr: string
      readonly paymentType: 0 | 1
      readonly verified: boolean
      readonly active: boolean
      readonly multiDepartment: boolean
      readonly address: {
        readonly city: string | null
        readonly street: string | null
        readonly postalCode: string | null
      }
      readonly departments: readonly ({
        readonly id: number
        readonly city: string
        readonly street: string
      })[]
      readonly orderTypes: readonly (1 | 2 | 3)[]
      readonly orderTypeId: 1 | 2 | 3 | null
      readonly specialPrices: readonly ({
        readonly id: number
        readonly value: number
        readonly dateFrom: string
        readonly dateTo: string
        readonly orderTypeItemId: number
      })[]
    }
  }
  '/api/Companies/Terms': {
    readonly data: {
      readonly termsUrl: string | null
    }
  }
  '/api/Dashboard/client': {
    readonly data: {
      readonly today: string
      readonly counts: readonly ({
        readonly status: 0 | 1 | 2 | 3 | 4 | 5
        readonly count: number
      })[]
      readonly underWay: readonly ({
        readonly id: number
        readonly version: number
        readonly number: string
        readonly createdAt: string
        readonly currentStatus: 0 | 1 | 2 | 3 | 4 | 5
        readonly manually?: boolean
        readonly companyId: number
        readonly company: string
        readonly clientActive?: boolean
        readonly departmentId: number
        readonly receptionPlace: string
        readonly contactPhone: string | null
        readonly type: 1 | 2 | 3
        readonly orderTypeItemName: string
        readonly quantity: number
        readonly load: number
        readonly receptionCount: string
        readonly tonnage: number | null
        readonly kpo: string | null
        readonly acceptedDate: string | null
        readonly wishedDate: string | null
        readonly wishedPart: 1 | 2 | null
        readonly urgent: boolean
        readonly notAsWished?: boolean
        readonly realizationDate: string | null
        readonly collectionDate: string | null
        readonly overdue: boolean
        readonly receivingDate: string | null
        readonly finishedAt: string | null
        readonly vehicleId?: number | null
        readonly vehicle: string | null
        readonly driverId?: number | null
        readonly driver?: string | null
        readonly route?: number | null
        readonly routeId?: number | null
        readonly sequenceInRoute?: number | null
        readonly notificationSent?: boolean
        readonly notified?: boolean
        readonly stopState?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null
        readonly hasCollectionReport: boolean
        readonly outsideHours?: boolean
        readonly operator?: string | null
        readonly netPrice: number
        readonly netValue: number
        readonly netOwed: number | null
        readonly optimaStatus?: 0 | 1 | 2 | 3
        readonly optimaStatusName?: string
        readonly optimaNumber?: string | null
        readonly invoiceNumber: string | null
        readonly handedOver?: boolean
        readonly booked?: boolean
        readonly invoiceFinal?: boolean
        readonly canceledAt: string | null
        readonly reasonForCancellation: string | null
        readonly hasAdditionalInfo: boolean
        readonly commentsCount: number
        readonly hasComments: boolean
        readonly unansweredComment?: boolean
      })[]
      readonly done: readonly ({
        readonly id: number
        readonly version: number
        readonly number: string
        readonly createdAt: string
        readonly currentStatus: 0 | 1 | 2 | 3 | 4 | 5
        readonly manually?: boolean
        readonly companyId: number
        readonly company: string
        readonly clientActive?: boolean
        readonly departmentId: number
        readonly receptionPlace: string
        readonly contactPhone: string | null
        readonly type: 1 | 2 | 3
        readonly orderTypeItemName: string
        readonly quantity: number
        readonly load: number
        readonly receptionCount: string
        readonly tonnage: number | null
        readonly kpo: string | null
        readonly acceptedDate: string | null
        readonly wishedDate: string | null
        readonly wishedPart: 1 | 2 | null
        readonly urgent: boolean
        readonly notAsWished?: boolean
        readonly realizationDate: string | null
        readonly collectionDate: string | null
        readonly overdue: boolean
        readonly receivingDate: string | null
        readonly finishedAt: string | null
        readonly vehicleId?: number | null
        readonly vehicle: string | null
        readonly driverId?: number | null
        readonly driver?: string | null
        readonly route?: number | null
        readonly routeId?: number | null
        readonly sequenceInRoute?: number | null
        readonly notificationSent?: boolean
        readonly notified?: boolean
        readonly stopState?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null
        readonly hasCollectionReport: boolean
        readonly outsideHours?: boolean
        readonly operator?: string | null
        readonly netPrice: number
        readonly netValue: number
        readonly netOwed: number | null
        readonly optimaStatus?: 0 | 1 | 2 | 3
        readonly optimaStatusName?: string
        readonly optimaNumber?: string | null
        readonly invoiceNumber: string | null
        readonly handedOver?: boolean
        readonly booked?: boolean
        readonly invoiceFinal?: boolean
        readonly canceledAt: string | null
        readonly reasonForCancellation: string | null
        readonly hasAdditionalInfo: boolean
        readonly commentsCount: number
        readonly hasComments: boolean
        readonly unansweredComment?: boolean
      })[]
      readonly month: {
        readonly orders: number
        readonly perTonne: number
        readonly netOwed: number
        readonly grossOwed: number
      }
      readonly year: {
        readonly orders: number
        readonly perTonne: number
        readonly netOwed: number
        readonly grossOwed: number
      }
      readonly peopleWhoAsk: number
    }
  }
  '/api/Dashboard/client/orders': {
    readonly data: {
      readonly rows: readonly ({
        readonly id: number
        readonly version: number
        readonly number: string
        readonly createdAt: string
        readonly currentStatus: 0 | 1 | 2 | 3 | 4 | 5
        readonly manually?: boolean
        readonly companyId: number
        readonly company: string
        readonly clientActive?: boolean
        readonly departmentId: number
        readonly receptionPlace: string
        readonly contactPhone: string | null
        readonly type: 1 | 2 | 3
        readonly orderTypeItemName: string
        readonly quantity: number
        readonly load: number
        readonly receptionCount: string
        readonly tonnage: number | null
        readonly kpo: string | null
        readonly acceptedDate: string | null
        readonly wishedDate: string | null
        readonly wishedPart: 1 | 2 | null
        readonly urgent: boolean
        readonly notAsWished?: boolean
        readonly realizationDate: string | null
        readonly collectionDate: string | null
        readonly overdue: boolean
        readonly receivingDate: string | null
        readonly finishedAt: string | null
        readonly vehicleId?: number | null
        readonly vehicle: string | null
        readonly driverId?: number | null
        readonly driver?: string | null
        readonly route?: number | null
        readonly routeId?: number | null
        readonly sequenceInRoute?: number | null
        readonly notificationSent?: boolean
        readonly notified?: boolean
        readonly stopState?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null
        readonly hasCollectionReport: boolean
        readonly outsideHours?: boolean
        readonly operator?: string | null
        readonly netPrice: number
        readonly netValue: number
        readonly netOwed: number | null
        readonly optimaStatus?: 0 | 1 | 2 | 3
        readonly optimaStatusName?: string
        readonly optimaNumber?: string | null
        readonly invoiceNumber: string | null
        readonly handedOver?: boolean
        readonly booked?: boolean
        readonly invoiceFinal?: boolean
        readonly canceledAt: string | null
        readonly reasonForCancellation: string | null
        readonly hasAdditionalInfo: boolean
        readonly commentsCount: number
        readonly hasComments: boolean
        readonly unansweredComment?: boolean
      })[]
      readonly total: number
      readonly vocabularies: readonly (Readonly<Record<string, unknown>>)[]
    }
  }
  '/api/Dashboard/companies/statistics': {
    readonly data: {
      readonly date: string
      readonly newClients: number
      readonly totalClientsAmount: number
    }
  }
  '/api/Dashboard/orders/charts/count-per-date': {
    readonly data: {
      readonly lineChartData: readonly ({
        readonly region: 0 | 1 | 2 | 3 | null
        readonly name: string
        readonly data: Readonly<Record<string, number>>
      })[]
    }
  }
  '/api/Dashboard/orders/charts/values-per-date': {
    readonly data: {
      readonly lineChartData: readonly ({
        readonly region: 0 | 1 | 2 | 3 | null
        readonly name: string
        readonly data: Readonly<Record<string, number>>
      })[]
    }
  }
  '/api/Dashboard/orders/statistics': {
    readonly data: {
      readonly date: string
      readonly newOrdersAmount: number
      readonly activeOrdersAmount: number
      readonly containerActiveOrdersAmount: number
      readonly tonnageActiveOrdersAmount: number
      readonly vehicleActiveOrdersAmount: number
    }
  }
  '/api/Dashboard/overview': {
    readonly data: {
      readonly asOf: string
      readonly days: readonly string[]
      readonly orders: readonly ({
        readonly status: 0 | 1 | 2 | 3 | 4 | 5
        readonly counts: readonly number[]
      })[]
      readonly weeks: readonly ({
        readonly from: string
        readonly tonnes: number
      })[]
      readonly planned: {
        readonly days: readonly string[]
        readonly vehicles: readonly ({
          readonly id: number
          readonly name: string
          readonly driver: string
          readonly capacity: number
          readonly tonnes: readonly number[]
        })[]
      }
      readonly containers: {
        readonly silent: number
        readonly low: number
        readonly critical: number
      }
      readonly routes: readonly ({
        readonly day: string
        readonly number: number
        readonly vehicleId: number
        readonly vehicle: string
        readonly driver: string
        readonly places: number
        readonly orders: number
        readonly notified: number
        readonly finished: number
      })[]
      readonly accounting: {
        readonly unsent: number
        readonly unnumbered: number
        readonly queued: number
        readonly failed: number
        readonly uninvoiced: number
      }
    }
  }
  '/api/Dashboard/reception-places/statistics': {
    readonly data: {
      readonly date: string
      readonly newReceptionPlacesAmount: number
      readonly containerNewReceptionPlacesAmount: number
      readonly tonnageNewReceptionPlacesAmount: number
      readonly vehicleNewReceptionPlacesAmount: number
      readonly totalReceptionPlacesAmount: number
      readonly containerTotalReceptionPlacesAmount: number
      readonly tonnageTotalReceptionPlacesAmount: number
      readonly vehicleTotalReceptionPlacesAmount: number
    }
  }
  '/api/Notifications': {
    readonly data: readonly ({
      readonly notificationType: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 17
      readonly count: number
      readonly isSilenced?: true
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Notifications/own': {
    readonly data: readonly ({
      readonly id: number
      readonly title: string
      readonly text: string
      readonly path: string
      readonly at: string
      readonly isRead: boolean
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/Notifications/preferences': {
    readonly data: readonly ({
      readonly type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 17
      readonly channel: 0 | 1 | 2
      readonly isOn: boolean
    } | {
      readonly type: 20 | 29 | 26 | 21 | 22 | 23 | 24 | 25 | 27 | 28
      readonly channel: 0 | 1
      readonly isOn: boolean
    })[]
  }
  '/api/Storage/access-token': {
    readonly data: {
      readonly blobUri: string
      readonly blobName: string
      readonly container: string
      readonly sasKey: string
      readonly contentType: string
      readonly maxBytes: number
      readonly expiresAt: string
    }
  }
  '/api/Views': {
    readonly data: readonly ({
      readonly id: number
      readonly version: number
      readonly page: string
      readonly name: string
      readonly isShared: boolean
      readonly isOwn: boolean
      readonly mayChange: boolean
      readonly owner: string | null
      readonly state: Readonly<Record<string, unknown>>
      readonly isWhole: boolean
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/ui/counts': {
    readonly data: readonly ({
      readonly id: string
      readonly total: number
      readonly totalCapped?: true
      readonly marked?: number
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/ui/find': {
    readonly data: readonly ({
      readonly id: number
      readonly name: string
      readonly details: readonly string[]
      readonly resourceType: string
      readonly route: string
      readonly title: string
      readonly icon: string
      readonly tab?: {
        readonly name: string
        readonly title: string
      }
      readonly searched: boolean
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
  '/api/ui/forms/:command': { readonly data: FormMetadata }
  '/api/ui/pages': { readonly data: PagesMetadata }
  '/api/ui/pages/:pageId': { readonly data: PageMetadata }
  '/api/ui/pages/:pageId/elsewhere': {
    readonly data: readonly ({
      readonly id: string
      readonly route: string
      readonly title: string
      readonly total: number
      readonly totalCapped?: true
    })[]
    readonly total: number
    readonly totalCapped?: true
  }
}

/** What a call that changes something answers. */
export interface Sends {
  'POST /IoT/rounds': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly begunDate: string
      readonly endedDate: string | null
      readonly stops: number
      readonly done: number
      readonly notPossible: number
    }
  }
  'POST /api/Authorization/external/begin': {
    readonly data: {
      readonly url: string
      readonly binder: string
    }
  }
  'POST /api/Authorization/external/code': {
    readonly data: {
      readonly accessToken: string
      readonly expiresAt: string
      readonly role: 1 | 2 | 3 | 4 | 5 | null
    }
  }
  'POST /api/Authorization/external/complete': {
    readonly data: {
      readonly accessToken: string
      readonly expiresAt: string
      readonly role: 1 | 2 | 3 | 4 | 5 | null
    } | {
      readonly ticket: string
    }
  }
  'POST /api/Authorization/renew': {
    readonly data: {
      readonly accessToken: string
      readonly expiresAt: string
      readonly role: 1 | 2 | 3 | 4 | 5 | null
    }
  }
  'POST /api/Authorization/resume': {
    readonly data: {
      readonly token: {
        readonly accessToken: string
        readonly expiresAt: string
        readonly role: 1 | 2 | 3 | 4 | 5 | null
      } | null
      readonly remembered: string | null
    }
  }
  'POST /api/Authorization/second-factor': {
    readonly data: {
      readonly secret: string
      readonly address: string
      readonly qr: {
        readonly size: number
        readonly path: string
      }
    }
  }
  'POST /api/Authorization/second-factor/confirm': {
    readonly data: {
      readonly recoveryCodes: readonly string[]
    }
  }
  'POST /api/Authorization/second-factor/recovery-codes': {
    readonly data: {
      readonly recoveryCodes: readonly string[]
    }
  }
  'POST /api/Authorization/sign-in': {
    readonly data: {
      readonly accessToken: string
      readonly expiresAt: string
      readonly role: 1 | 2 | 3 | 4 | 5 | null
      readonly remembered?: string
    }
  }
  'POST /api/Companies/VerifyCompany': {
    readonly data: {
      readonly alreadyRegistered: boolean
      readonly found: boolean
      readonly taxNumber: string
      readonly country: 1 | 2 | 3 | 4 | 5
      readonly name: string | null
      readonly regon: string | null
      readonly statusVat: string | null
      readonly residenceAddress: string | null
      readonly companyAddress: {
        readonly city: string | null
        readonly postal: string | null
        readonly street: string | null
      }
      readonly requestId: string | null
      readonly companyId: number | null
      readonly multiDepartment: boolean
      readonly departments: readonly ({
        readonly id: number
        readonly city: string
        readonly street: string | null
      })[]
    }
  }
  'POST /api/Views': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly page: string
      readonly name: string
      readonly isShared: boolean
      readonly isOwn: boolean
      readonly mayChange: boolean
      readonly owner: string | null
      readonly state: Readonly<Record<string, unknown>>
    }
  }
  'PUT /IoT/rounds/:id/stop': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly begunDate: string
      readonly endedDate: string | null
      readonly stops: number
      readonly done: number
      readonly notPossible: number
    }
    readonly unchanged?: true
  }
  'PUT /api/Notifications/own/read': {
    readonly data: {
      readonly unread: number
    }
  }
  'PUT /api/Views/:id/name': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly page: string
      readonly name: string
      readonly isShared: boolean
      readonly isOwn: boolean
      readonly mayChange: boolean
      readonly owner: string | null
      readonly state: Readonly<Record<string, unknown>>
    }
    readonly unchanged?: true
  }
  'PUT /api/Views/:id/share': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly page: string
      readonly name: string
      readonly isShared: boolean
      readonly isOwn: boolean
      readonly mayChange: boolean
      readonly owner: string | null
      readonly state: Readonly<Record<string, unknown>>
    }
    readonly unchanged?: true
  }
  'PUT /api/Views/:id/state': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly page: string
      readonly name: string
      readonly isShared: boolean
      readonly isOwn: boolean
      readonly mayChange: boolean
      readonly owner: string | null
      readonly state: Readonly<Record<string, unknown>>
    }
    readonly unchanged?: true
  }
  'PUT /api/Views/:id/unshare': {
    readonly data: {
      readonly id: number
      readonly version: number
      readonly page: string
      readonly name: string
      readonly isShared: boolean
      readonly isOwn: boolean
      readonly mayChange: boolean
      readonly owner: string | null
      readonly state: Readonly<Record<string, unknown>>
    }
    readonly unchanged?: true
  }
}
