import { describe, expect, it } from 'vitest';
import { readTicketLimit } from '../../shared/ticketing/ticket-limit.ts';

/** Texts by the number that they state. */
const STATED: Record<number, string[]> = {
  1: [
    'Limit one ticket per person.',
    '1 ticket per account',
    'Nur ein Ticket pro Person',
    'One per customer',
  ],
  2: [
    'There is a 2 ticket limit per customer.',
    'Two (2) tickets per person maximum',
    'Strictly 2 per person',
    'LIMIT OF 2 TICKETS PER HOUSEHOLD',
    'Max 2 Tickets pro Person.',
    '2 places maximum par personne',
    'Máximo 2 entradas por persona',
    'maximaal 2 tickets p.p.',
    'Max 2 biglietti per persona',
    'Purchases are limited to two tickets per cardholder.',
  ],
  4: [
    'There is an overall 4 ticket limit for this event.',
    'Please note: 4 tickets max per person for this show',
    'Tickets are limited to 4 per person.',
    'A maximum of four tickets per person applies.',
    'Max. 4 tickets per transaction',
    'Ticket limit: 4 per booking',
    'You may purchase up to 4 tickets.',
    'Customers can buy no more than 4 tickets each.',
    'There is a ticket limit of 4 tickets per credit card.',
    'Limit 4',
    'TICKET LIMIT 4',
    '4 ticket limit.',
    '4 per customer',
    'Strict limit of 4 tickets per billing address. Orders exceeding the limit will be cancelled.',
    'Es gilt ein Ticketlimit von 4 Tickets pro Kunde.',
    'Pro Person können maximal vier Tickets gekauft werden.',
    'Maximal 4 Karten pro Bestellung',
    'Die Ticketanzahl ist auf 4 Stück pro Kunde begrenzt.',
    'Abgabe von höchstens 4 Tickets pro Käufer.',
    'Limité à 4 billets par acheteur',
    'Maximum quatre places par commande.',
    "L'achat est limité à 4 places par foyer.",
    'Se pueden comprar hasta 4 entradas por cliente.',
    'Límite de 4 boletos por persona',
    'Cuatro (4) entradas por compra como máximo',
    'Je kunt maximaal 4 tickets per persoon bestellen.',
    'Er geldt een limiet van 4 kaarten per klant.',
    'È possibile acquistare al massimo 4 biglietti per persona.',
    'Limite di acquisto: 4 biglietti',
    'Max 4 biljetter per person',
    'Maks. 4 billetter per kunde',
    'Limite de 4 ingressos por CPF.',
  ],
  5: [
    'Limited to 5 tickets per order',
    'Pro Bestellung max. 5 Tickets',
    'Maximaal 5 tickets per bestelling.',
  ],
  6: [
    'There is a strict limit of 6 tickets per person and per household.',
    'Please adhere to published ticket limits, "6" per card, or orders may be cancelled.',
    'Maximum of 6 tickets per person. Tickets in excess of 6 will be cancelled.',
    'Ticket limit of 6 per account. Under 14s must be accompanied by an adult over 18.',
    'Maximum 6 tickets per purchase',
    'A 6-ticket limit applies to this event.',
    'There is a six (6) ticket limit per customer/credit card. Any orders exceeding the ticket limit are subject to cancellation without notice.',
    'Only 6 tickets per person. Doors 7pm.',
    'Tickets restricted to 6 per household',
    '6 tickets per person, per show.',
    'Max 6 tickets per order - booking fee of £3.50 applies',
    'Bis zu 6 Tickets pro Kundenkonto',
    'Ticketlimit: 6 Stück',
    'Maximal 6 Tickets pro Person und Konzert.',
    'Nicht mehr als 6 Karten je Besteller',
    '6 places maximum par commande',
    'Achat limité à 6 billets par personne et par spectacle.',
    "Vous pouvez acheter jusqu'à 6 billets.",
    'Maximum de 6 billets par transaction',
    'Límite máximo de 6 entradas por transacción.',
    'Máx. 6 entradas por usuario',
    'Se permite un máximo de seis entradas por compra',
    'Maximum 6 tickets per klant',
    'Maximaal zes kaarten per persoon',
    'Massimo 6 biglietti per ordine',
    'Limite di 6 biglietti a persona',
    'Fino a 6 biglietti per transazione',
    'Begränsat till 6 biljetter per köp',
    'Det er maks 6 billetter per bestilling',
    'Maksymalnie 6 biletów na osobę',
    'Máximo de 6 bilhetes por pessoa',
  ],
  8: [
    'There is an overall 8 ticket limit for this event.',
    'There is an eight (8) ticket limit.',
    '8 ticket limit per customer',
    'Limit 8 tickets per household, customer, credit card number and email address.',
    'Guests may purchase a maximum of 8 tickets per order',
    'EIGHT TICKET LIMIT PER CUSTOMER',
    'Orders are limited to 8 tickets. Children aged 2 and over need a ticket.',
    'Please note there is a ticket limit of 8. Show starts at 20:00.',
    'Overall limit: 8 tickets per account for the whole tour',
    '8 tickets per card',
    'Ticket Limit - 8',
    'Max.: 8 tickets',
    'Hasta 8 boletos por tarjeta',
    'Limite de 8 boletos por cliente',
    'Maximal acht Tickets je Kunde',
    'Limite : 8 billets par client',
  ],
  9: ['There is a limit of 9 tickets per order.'],
  10: [
    'Max 10 tickets per transaction.',
    'No more than ten tickets per order.',
    'Bis zu 10 Tickets können bestellt werden',
    'Massimo 10 biglietti per acquisto',
    'Tickets are limited to 10 per customer. A 12% service fee is added.',
    '10 tickets is the maximum per booking',
  ],
  12: ['Limit 12 tickets per account', 'There is a twelve ticket limit.'],
};

/** Texts without a limit of all orders, or with one that is not clear. */
const UNSTATED = [
  '',
  'N/A',
  'Tickets are limited.',
  'Ticket limits apply.',
  'Please adhere to published ticket limits.',
  'Limited availability. Doors open at 7.',
  'A strict ticket limit per person applies. See our website.',
  'Show starts at 8. No limit.',
  'There is no ticket limit for this event.',
  'Under 16s must be accompanied by an adult aged 21 or over.',
  'Children under 2 go free.',
  'All sales are final. Delivery takes up to 14 days.',
  'Maximum ticket price $250 plus fees.',
  'Service fee of up to 12% per order.',
  '2 tickets per person for VIP packages.',
  'Limit 4 per person, 6 per person for floor seats.',
  '4 tickets per person on Friday, 6 tickets per person on Saturday.',
  'Maximal 2 Begleitpersonen für Rollstuhlfahrer.',
  'VIP: max 4 Tickets',
  'Presale: limit of 2 tickets per person.',
  'Limitiertes Kontingent, solange der Vorrat reicht.',
  'Einlass ab 18 Jahren, max. 1 Tasche im Format A4.',
  'Billetterie ouverte dès 10 h. Nombre de places limité.',
  'Aforo limitado a 500 personas.',
  'Entradas desde 45 euros, gastos de 5 euros.',
  'Vanaf 16 jaar. Tickets zijn beperkt beschikbaar.',
  'Posti limitati.',
  'Biglietti nominativi: massimo 1 cambio di nominativo entro 7 giorni.',
  'Doors 6.30pm, stage times 8pm. Max capacity 2,000.',
  'Rain or shine. Gate 4. Section 12.',
  'Call 1-800-555-0123 for groups of 10 or more.',
  'Group bookings of 15 or more: contact the box office.',
  'Tickets go on sale at 10 on 4 March.',
  'Free parking for 2 hours per ticket.',
  'Max 2 hours.',
  'Price includes 1 drink per person.',
  'Each ticket includes 2 drinks.',
  'Limit of one bag per person.',
  'Nur 1 Getränk pro Person inklusive.',
];

const all = Object.entries(STATED).flatMap(([number, texts]) =>
  texts.map((text) => [text, Number(number)] as const),
);

describe('the number of a published ticket limit', () => {
  it.each(all)('%s', (text, tickets) => {
    expect(readTicketLimit(text)).toBe(tickets);
  });

  it.each(UNSTATED.map((text) => [text]))('is not guessed from: %s', (text) => {
    expect(readTicketLimit(text)).toBeNull();
  });

  it.each([
    ['4 tickets per order, 8 tickets per household', 4],
    ['Maximum 6 per transaction. There is a limit of 12 tickets per account.', 6],
    ['4 per person (2 per person for wheelchair seats)', 4],
    ['Limit 8 per customer. Fan club presale: 4 per member.', 8],
    ['6 per person. Max 6 per person, 4 per order', 4],
    ['8 ticket limit. 8 tickets per card.', 8],
    ['<b>Limit</b> of <i>four (4)</i> tickets per person', 4],
    ['Ｌｉｍｉｔ ６ ｔｉｃｋｅｔｓ', 6],
  ])('%s', (text, tickets) => {
    expect(readTicketLimit(text)).toBe(tickets);
  });

  it('is read of a long text without a trap', () => {
    const long = `${'limit per tickets of '.repeat(2_000)} 4 ${'per person (per '.repeat(2_000)}`;
    expect(readTicketLimit(`${long}. Limit: 6 tickets per order`)).not.toBe(0);
  });
});
