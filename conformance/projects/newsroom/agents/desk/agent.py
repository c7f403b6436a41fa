class Agent(AWPAgent):
    @property
    def name(self):
        return "news_desk"
