import { type Answer, gatewayFault, json, type Request } from './answers.ts';
import { findEvent } from './event-search.ts';

const OFFERS = /^\/commerce\/v2\/events\/([^/]+)\/offers(?:\.json)?$/;
const AREAS = ['FLOOR', 'LOWER BOWL', 'UPPER BOWL', 'BALCONY "EAST"'];

const refs = (type: string, ids: string[]) => ({ _embedded: ids.map((id) => ({ id, type })) });

/**
 * The Commerce API's offers. By the event's number: areas and price zones, or refused for this key (403),
 * or unknown to the shop (404); null for other paths.
 */
export function answerCommerce(request: Request): Answer | null {
  const id = OFFERS.exec(request.path)?.[1];
  if (id === undefined) return null;
  const event = findEvent(decodeURIComponent(id), request.today);
  const unknown = { status: '500', detail: 'Invalid Event - event not found.', code: '40001' };
  if (!event) return json({ errors: [unknown] }, 500);
  if (event.index % 4 === 1) {
    return gatewayFault(403, 'Access to this resource is forbidden', 'oauth.v2.Forbidden');
  }
  if (event.index % 4 === 3) return json({ errors: [{ ...unknown, status: '404' }] }, 404);
  const names = AREAS.slice(0, 2 + (event.index % 3));
  return json(writeOffers(event.hostId, names, event.venue.currency));
}

function writeOffers(productId: string, names: string[], currency: string) {
  const areaIds = names.map((_, index) => String(index + 1));
  const offerId = '000000000001';
  return {
    limits: { max: 8 },
    prices: {
      _embedded: [
        {
          type: 'offered-prices',
          attributes: { currency, value: '22.00' },
          relationships: {
            offers: refs('offers', [offerId]),
            areas: refs('areas', areaIds),
            'price-zones': refs('price-zones', ['1']),
          },
        },
      ],
    },
    areas: {
      _embedded: names.map((name, index) => ({
        id: areaIds[index],
        type: 'areas',
        attributes: { rank: index, name, 'area-type': 'AREA' },
        relationships: {
          areas: {},
          offers: refs('offers', [offerId]),
          'price-zones': refs('price-zones', ['1']),
        },
      })),
    },
    _embedded: [
      {
        id: offerId,
        type: 'offers',
        attributes: {
          name: 'ADULT',
          description: 'Advance Purchase Ticket',
          rank: 0,
          currency,
          prices: [{ value: '22.00', total: '33.25', fees: [], taxes: [], 'price-zone': '1' }],
          limit: { min: 1, max: 8, multiples: 1 },
          'offer-type': 'DEFAULT',
        },
        relationships: {
          areas: refs('areas', areaIds),
          products: refs('products', [productId]),
          'price-zones': refs('price-zones', ['1']),
        },
      },
    ],
    'price-zones': {
      _embedded: [
        {
          id: '1',
          type: 'price-zones',
          attributes: { currency, name: 'P1' },
          relationships: { offers: refs('offers', [offerId]), areas: refs('areas', areaIds) },
        },
      ],
    },
  };
}
