import type { ThemeTokens } from '../../widgets/records/theme.ts';

/** A business of the demo site, with the settings of its chat. */
export interface Industry {
  /** The path of the page, and the folder of documents and logo. */
  id: 'bicycles' | 'dental' | 'hotel';
  label: string;
  name: string;
  domain: string;
  /** Colors for the light and the dark color scheme. */
  palette: { accent: string; accentDark: string; soft: string; softDark: string };
  /** The chat's theme, without the accent color. */
  theme: Required<Pick<ThemeTokens, 'surface' | 'text' | 'radius' | 'font' | 'launcherIcon'>>;
  headline: string;
  lead: string;
  callToAction: string;
  /** Products, each with a question that the chat can answer. */
  offers: readonly { title: string; text: string; price: string; question: string }[];
  facts: readonly { title: string; text: string }[];
  /** Whether an example customer can sign in. */
  hasCustomer?: true;
  chat: { title: string; greeting: string; suggestions: readonly string[]; instructions: string };
}

/**
 * Returns the id of an industry's registered widget for pages of an origin; undefined if it cannot be
 * registered.
 */
export type WidgetOf = (industry: Industry, origin: string) => Promise<string | undefined>;

export const INDUSTRIES: readonly [Industry, ...Industry[]] = [
  {
    id: 'bicycles',
    label: 'Bicycle shop',
    hasCustomer: true,
    name: 'Harbour Cycles',
    domain: 'harbour-cycles.example',
    palette: { accent: '#0f766e', accentDark: '#5eead4', soft: '#e2f3ef', softDark: '#12312e' },
    theme: { surface: '#f4faf8', text: '#12302d', radius: 16, font: 'rounded', launcherIcon: 'smile' },
    headline: 'Bicycles for every day and every weather',
    lead: 'Built in our workshop by the harbour, delivered ready to ride. Try one for 30 minutes, or an e-bike for a whole weekend.',
    callToAction: 'Ask about a bicycle',
    offers: [
      {
        title: 'Quay',
        text: 'City bicycle with belt drive and eight gears.',
        price: '€1,290',
        question: 'Which gears does the Quay have?',
      },
      {
        title: 'Tern',
        text: 'E-bike with a 625 Wh battery for 60 to 120 km.',
        price: '€3,190',
        question: 'How far does the Tern go with one battery?',
      },
      {
        title: 'Inspection',
        text: 'Brakes, gears, bearings and lights, with a test ride.',
        price: '€79',
        question: 'What does an inspection cost?',
      },
    ],
    facts: [
      { title: 'Open', text: 'Tuesday to Saturday' },
      { title: 'Delivery', text: 'Assembled, in 5 to 8 working days' },
      { title: 'Returns', text: 'Within 30 days' },
    ],
    chat: {
      title: 'Harbour Cycles',
      greeting: 'Hello. Ask about bicycles, delivery or the workshop.',
      suggestions: ['Where is my order?', 'Which size do I need?', 'What does delivery cost?'],
      instructions:
        'You answer visitors of Harbour Cycles, a bicycle shop with a workshop. Be friendly and brief, and give prices in euros.',
    },
  },
  {
    id: 'dental',
    label: 'Dental practice',
    name: 'Linden Dental',
    domain: 'linden-dental.example',
    palette: { accent: '#1d4ed8', accentDark: '#93b4ff', soft: '#e8effc', softDark: '#16213f' },
    theme: { surface: '#f6f9fe', text: '#14213d', radius: 8, font: 'system', launcherIcon: 'question' },
    headline: 'Good teeth, explained calmly',
    lead: 'A practice for the whole family. In pain? You are seen on the same day. Afraid? We plan more time.',
    callToAction: 'Ask the practice',
    offers: [
      {
        title: 'Check-up',
        text: 'Half an hour, twice a year, paid by your insurer.',
        price: '30 min',
        question: 'How often does my insurer pay for a check-up?',
      },
      {
        title: 'Professional cleaning',
        text: 'Removes what brushing leaves behind.',
        price: '€95',
        question: 'What does a professional cleaning cost?',
      },
      {
        title: 'Whitening',
        text: 'In the practice, or with trays at home.',
        price: 'from €260',
        question: 'How much is whitening?',
      },
    ],
    facts: [
      { title: 'Open', text: 'Monday to Friday, from 8:00' },
      { title: 'New patients', text: 'Usually within two weeks' },
      { title: 'Languages', text: 'English, German, Turkish, Polish' },
    ],
    chat: {
      title: 'Linden Dental',
      greeting: 'Hello. Ask about appointments, treatments or prices.',
      suggestions: [
        'I am in pain. What shall I do?',
        'What do I bring to my first visit?',
        'Which insurers do you accept?',
      ],
      instructions:
        'You answer visitors of Linden Dental, a dental practice. Be calm and brief. Give no diagnosis: in case of pain, say how to reach the practice or the emergency service.',
    },
  },
  {
    id: 'hotel',
    label: 'Hotel',
    name: 'Hotel Sandbank',
    domain: 'hotel-sandbank.example',
    palette: { accent: '#9a3412', accentDark: '#fdba74', soft: '#fbeee2', softDark: '#3a2114' },
    theme: { surface: '#fdf8f3', text: '#35211a', radius: 20, font: 'serif', launcherIcon: 'dots' },
    headline: 'Wake up to the sea',
    lead: 'Forty rooms behind the dunes, with a pool, a sauna and a breakfast that lasts until half past ten.',
    callToAction: 'Ask the reception',
    offers: [
      {
        title: 'Garden room',
        text: 'A quiet double room, breakfast included.',
        price: 'from €128',
        question: 'What does a double room cost?',
      },
      {
        title: 'Sea room',
        text: 'A balcony and the sound of the waves.',
        price: 'from €164',
        question: 'What is in the rooms?',
      },
      {
        title: 'Spa',
        text: 'Pool, sauna and steam bath, free for guests.',
        price: '8:00 to 21:00',
        question: 'When is the spa open?',
      },
    ],
    facts: [
      { title: 'Check-in', text: 'From 15:00' },
      { title: 'Cancellation', text: 'Free of charge until 48 hours before' },
      { title: 'Dogs', text: 'Welcome' },
    ],
    chat: {
      title: 'Hotel Sandbank',
      greeting: 'Hello. Ask about rooms, arrival or breakfast.',
      suggestions: ['When can I check in?', 'Can I bring my dog?', 'Can I cancel my booking?'],
      instructions:
        'You answer guests of Hotel Sandbank, a hotel by the sea. Be warm and brief, and give prices in euros.',
    },
  },
];
